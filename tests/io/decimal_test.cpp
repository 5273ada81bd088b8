// SPDX-License-Identifier: Apache-2.0
#include "io/decimal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <random>

#include "io/csv_number.h"

namespace qualm::io {
namespace {

double by_the_standard(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void expect_nearest(std::uint64_t digits, int exponent) {
  const auto value = nearest_double(digits, exponent);
  ASSERT_TRUE(value);
  const std::string text = fmt::format("{}e{}", digits, exponent);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*value),
            std::bit_cast<std::uint64_t>(by_the_standard(text)))
      << text;
}

TEST(decimal, digits_of_any_length_are_rounded_as_the_standard_does) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 40'000; ++i) {
    const std::uint64_t digits = random() >> random() % 64;
    expect_nearest(digits, static_cast<int>(random() % 55) - 27);
  }
  EXPECT_FALSE(nearest_double(1, 28));
  EXPECT_FALSE(nearest_double(1, -28));
  EXPECT_EQ(nearest_double(0, -1000), 0.0);
}

TEST(decimal, what_lies_between_two_doubles_goes_to_the_even_one) {
  // 2^53 + 1 is half way, and stays so times a power of five that the decimals take back.
  for (const std::uint64_t odd : {(1ULL << 53U) + 1, (1ULL << 53U) + 3, (1ULL << 54U) + 2}) {
    expect_nearest(odd, 0);
    expect_nearest(odd * 5, -1);
    expect_nearest(odd * 25, -2);
    expect_nearest(odd * 625, -4);
    for (const int off : {-1, 1}) expect_nearest(odd * 625 + static_cast<std::uint64_t>(off), -4);
  }
  for (int exponent = 0; exponent <= 23; ++exponent) expect_nearest((1ULL << 53U) + 1, exponent);
}

TEST(decimal, numbers_in_texts_keep_value_end_and_decimals) {
  std::mt19937_64 random(2);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  for (int i = 0; i < 20'000; ++i) {
    std::string text = below(4) == 0 ? "-" : "";
    for (std::uint64_t n = below(22); n > 0; --n) {
      text += static_cast<char>('0' + (below(3) == 0 ? 0 : below(10)));
    }
    if (below(3) > 0) text += '.';
    for (std::uint64_t n = below(24); n > 0; --n) {
      text += static_cast<char>('0' + (below(3) == 0 ? 0 : below(10)));
    }
    if (below(3) == 0) text += fmt::format("e{}{}", below(2) == 0 ? "-" : "", below(40));
    double wanted = 0;
    const auto standard = std::from_chars(text.data(), text.data() + text.size(), wanted);
    const TextNumber found = scan_number(text.data(), text.data() + text.size());
    if (standard.ec == std::errc::invalid_argument) {
      EXPECT_EQ(found.state, NumberState::no_number) << text;
      continue;
    }
    EXPECT_EQ(found.state, NumberState::number) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found.value), std::bit_cast<std::uint64_t>(wanted))
        << text;
    EXPECT_EQ(found.end, standard.ptr) << text;
  }
}

}  // namespace
}  // namespace qualm::io
