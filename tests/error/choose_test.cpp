// SPDX-License-Identifier: Apache-2.0
#include "error/choose.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "qualm/error.h"

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
  EXPECT_EQ(nearest_name("csv", std::vector<std::string>()), "");
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'c'), formats), "");
}

TEST(nearest_name, a_short_word_with_every_letter_wrong_is_not_near) {
  const std::vector<std::string_view> letters = {"n", "m", "k"};
  EXPECT_EQ(nearest_name("x", letters), "");
}

TEST(nearest_name, two_letters_that_are_near_to_several_names_say_nothing) {
  const std::vector<std::string_view> axioms = {"A0", "A1", "A2", "C3.1"};
  EXPECT_EQ(nearest_name("A9", axioms), "");
  EXPECT_EQ(nearest_name("a1", axioms), "A1");
}

struct Row {
  std::string_view name;
  int value;
};
enum class Fruit { apple, pear };
std::string_view name(Fruit fruit) {
  return fruit == Fruit::apple ? "apple" : "pear";
}

std::string complaint_about(std::string_view word, const NameList& names) {
  try {
    return std::to_string(choose("thing", word, names));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
}

TEST(choose, finds_texts_rows_and_values_by_name) {
  const std::vector<Row> rows = {{"one", 1}, {"two", 2}};
  EXPECT_EQ(choose("format", "json", formats), 3U);
  EXPECT_EQ(choose("row", "two", rows), 1U);
  EXPECT_EQ(choose("fruit", "pear", {Fruit::apple, Fruit::pear}), 1U);
  EXPECT_EQ(choose("answer", "yes", {"yes", "no"}), 0U);
}

TEST(choose, names_the_nearest_or_all) {
  EXPECT_EQ(complaint_about("jsno", formats), "unknown thing 'jsno': did you mean json?");
  EXPECT_EQ(complaint_about("parquet", formats),
            "unknown thing 'parquet': choose from table, csv, jsonl, json, npz");
}

TEST(did_you_mean, is_worded_as_asked) {
  const auto shown = [](std::string_view name) { return '<' + std::string(name) + '>'; };
  EXPECT_EQ(did_you_mean("cvs", formats, {.before = ", ", .shown = shown}),
            ", did you mean <csv>?");
  EXPECT_EQ(did_you_mean("parquet", formats, {.before = ", ", .otherwise = "no"}), "no");
  EXPECT_EQ(did_you_mean("parquet", formats), "");
}

}  // namespace
}  // namespace qualm
