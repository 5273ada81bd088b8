// SPDX-License-Identifier: Apache-2.0
#include "error/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace qualm {
namespace {

const std::vector<std::string_view> formats = {"table", "csv", "jsonl", "json", "npz"};

TEST(nearest_name, a_missing_wrong_extra_or_swapped_letter_is_forgiven) {
  EXPECT_EQ(nearest_name("tble", formats), "table");
  EXPECT_EQ(nearest_name("tavle", formats), "table");
  EXPECT_EQ(nearest_name("ttable", formats), "table");
  EXPECT_EQ(nearest_name("tabel", formats), "table");
  EXPECT_EQ(nearest_name("cvs", formats), "csv");
}

TEST(nearest_name, case_does_not_matter) {
  EXPECT_EQ(nearest_name("JSON", formats), "json");
}

TEST(nearest_name, the_start_of_a_longer_name_is_enough) {
  const std::vector<std::string_view> families = {"variance", "wasserstein"};
  EXPECT_EQ(nearest_name("wass", families), "wasserstein");
}

TEST(nearest_name, the_fewest_errors_win_and_the_first_of_equals) {
  const std::vector<std::string_view> names = {"axis", "axes", "axed"};
  EXPECT_EQ(nearest_name("axess", names), "axes");
  EXPECT_EQ(nearest_name("axe", names), "axes");
}

TEST(nearest_name, nothing_near_gives_nothing) {
  EXPECT_EQ(nearest_name("parquet", formats), "");
  EXPECT_EQ(nearest_name("", formats), "");
  EXPECT_EQ(nearest_name("x", formats), "");
  EXPECT_EQ(nearest_name("csv", {}), "");
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'c'), formats), "");
}

TEST(nearest_name, a_short_word_with_every_letter_wrong_is_not_near) {
  const std::vector<std::string_view> letters = {"n", "m", "k"};
  EXPECT_EQ(nearest_name("x", letters), "");
}

}  // namespace
}  // namespace qualm
