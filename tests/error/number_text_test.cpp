// SPDX-License-Identifier: Apache-2.0
#include "error/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qualm {
namespace {

TEST(parse_exactly, a_text_is_a_number_only_as_a_whole) {
  EXPECT_EQ(parse_exactly<double>("-1.5e3"), -1500.0);
  EXPECT_EQ(parse_exactly<unsigned>("42"), 42U);
  for (const std::string_view text : {"", " 1", "1 ", "+1", "0x10", "1,5", "1.5.2", "one", "-"}) {
    EXPECT_EQ(parse_exactly<double>(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_exactly<unsigned>("1.0"), std::nullopt);
}

TEST(parse_exactly, what_the_type_cannot_hold_is_no_number) {
  EXPECT_EQ(parse_exactly<double>("1e999"), std::nullopt);
  EXPECT_EQ(parse_exactly<std::uint32_t>("4294967296"), std::nullopt);
  EXPECT_EQ(parse_exactly<std::uint32_t>("-1"), std::nullopt);
}

TEST(read_number, ends_where_the_number_ends) {
  const std::string_view text = "2.5GB";
  double value = 0;
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(error, std::errc{});
  EXPECT_EQ(end, text.data() + 3);
  EXPECT_EQ(value, 2.5);
}

TEST(read_number, infinity_and_nan_are_read) {
  EXPECT_EQ(parse_exactly<double>("-inf"), -INFINITY);
  EXPECT_TRUE(std::isnan(parse_exactly<double>("nan").value()));
}

}  // namespace
}  // namespace qualm
