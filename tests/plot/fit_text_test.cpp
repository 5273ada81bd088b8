// SPDX-License-Identifier: Apache-2.0
#include "plot/fit_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace qualm::plot {
namespace {

using ::testing::ElementsAre;

// Advances as the font's hmtx table has them, in units of 1/2048 of the size.
TEST(text_width, is_that_of_the_font) {
  const std::vector<std::pair<std::string, double>> advances = {
      {"A", 1401}, {"i", 569}, {"W", 2025}, {"m", 1995}, {"0", 1303}, {" ", 651}, {"ß", 1290}};
  for (const auto& [text, units] : advances) {
    EXPECT_NEAR(text_width(text, 100.0), 100.0 * units / 2048.0, 0.1) << text;
  }
  EXPECT_DOUBLE_EQ(text_width("", 11.0), 0.0);
  EXPECT_NEAR(text_width("AWi", 11.0), 11.0 * (1401 + 2025 + 569) / 2048.0, 0.03);
}

TEST(shorten, keeps_what_fits_and_marks_what_was_cut) {
  EXPECT_EQ(shorten("shirt", 11.0, 100.0), "shirt");
  const std::string cut = shorten("a very long name", 11.0, 60.0);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_TRUE(cut.starts_with("a very"));
  EXPECT_LE(text_width(cut, 11.0), 60.0);
}

TEST(wrap, breaks_at_spaces) {
  EXPECT_THAT(wrap("one two three", 10.0, 50.0, 5), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("one", 10.0, 50.0, 5), ElementsAre("one"));
  EXPECT_THAT(wrap("", 10.0, 50.0, 5), ElementsAre());
  EXPECT_THAT(wrap("   ", 10.0, 50.0, 5), ElementsAre());
}

TEST(wrap, never_gives_a_line_wider_or_lines_more_than_asked) {
  const std::string text =
      "a b  cc " + std::string(200, 'W') + " ddd   eeee " + std::string(50, 'x');
  for (const double width : {30.0, 60.0, 200.0, 2000.0}) {
    for (const std::size_t lines : {1U, 2U, 3U, 10U}) {
      const auto wrapped = wrap(text, 12.0, width, lines);
      EXPECT_LE(wrapped.size(), lines);
      for (const std::string& line : wrapped) EXPECT_LE(text_width(line, 12.0), width) << line;
    }
  }
}

}  // namespace
}  // namespace qualm::plot
