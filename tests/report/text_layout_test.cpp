// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.h"

#include <gtest/gtest.h>

#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::report {
namespace {

TEST(text_layout, counts_code_points_not_bytes) {
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("猫 e\u0301"), 4U);
  EXPECT_EQ(display_width("⚡ ש\u05C1"), 4U);
  EXPECT_EQ(shortened("猫猫猫", 5), "猫猫…");
  EXPECT_EQ(pad_left("ö", 3), "  ö");
  EXPECT_EQ(pad_right("ö", 3), "ö  ");
  EXPECT_EQ(shortened("größe", 4), "grö…");
  EXPECT_EQ(shortened("größe", 5), "größe");
  EXPECT_EQ(shortened_name("trousers, long", 9), "trous…ong");
  EXPECT_EQ(shortened_name("trousers", 8), "trousers");
  EXPECT_EQ(shortened_name("猫猫猫猫猫", 6), "猫…猫");
}

TEST(text_layout, short_numbers_keep_small_values_visible) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.5), "0.5000");
  EXPECT_EQ(short_number(1.23456), "1.2346");
  EXPECT_EQ(short_number(0.000012345), "1.23e-05");
  EXPECT_EQ(short_number(123456.0), "1.2346e+05");
}

TEST(text_layout, a_stacked_bar_is_as_long_as_the_sum) {
  EXPECT_EQ(stacked_bar(0.125, 0.125, 0.5, 8, false), "██░░    ");
  EXPECT_EQ(stacked_bar(1, 1, 0.5, 4, false), "████");
  EXPECT_EQ(stacked_bar(0, 0, 0, 4, false), "    ");
  // A quarter of a column each: together half a column, which is rounded up.
  EXPECT_EQ(stacked_bar(0.25, 0.25, 1, 1, false), "░");
}

TEST(text_layout, label_bars_are_aligned) {
  const std::vector<std::string> names = {"cat", "horse"};
  const std::vector<double> epistemic = {0.125, 0}, aleatoric = {0.125, 0.0625};
  EXPECT_EQ(label_bars_text({names, epistemic, aleatoric, 0.25}, false, 8),
            "  cat    ████░░░░     0.1250     0.1250\n"
            "  horse  ░░                0     0.0625\n");
}

TEST(formats, are_found_by_name_and_by_ending) {
  EXPECT_EQ(parse_format("jsonl"), Format::jsonl);
  EXPECT_EQ(format_of_path("a/b.csv"), Format::csv);
  EXPECT_EQ(format_of_path("b.json"), Format::json);
  EXPECT_EQ(format_of_path("b.jsonl"), Format::jsonl);
  EXPECT_EQ(format_of_path("b.npz"), Format::npz);
  EXPECT_EQ(format_of_path("b.txt"), Format::table);
  EXPECT_EQ(format_of_path("b.parquet"), std::nullopt);
  for (const FormatInfo& info : formats()) EXPECT_EQ(parse_format(info.name), info.format);
}

TEST(formats, a_mistyped_name_is_recognised) {
  try {
    static_cast<void>(parse_format("tabel"));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_STREQ(error.what(), "unknown format 'tabel': did you mean table?");
  }
}

}  // namespace
}  // namespace qualm::report
