// SPDX-License-Identifier: Apache-2.0
#include "plot/clean_text.h"

#include <gtest/gtest.h>

namespace qualm::plot {
namespace {

TEST(clean_text, good_text_stays_as_it_is) {
  for (const std::string text : {"", "shirt", "Ünïcödé", "日本語", "𝒳 😀", "a<b>&\"c'"}) {
    EXPECT_EQ(clean_text(text), text);
  }
}

TEST(clean_text, bytes_that_are_no_utf8_are_replaced) {
  EXPECT_EQ(clean_text("a\xff"), "a\xEF\xBF\xBD");
  EXPECT_EQ(clean_text("\xc3"), "\xEF\xBF\xBD");                           // cut short
  EXPECT_EQ(clean_text("\xc0\xaf"), "\xEF\xBF\xBD\xEF\xBF\xBD");           // overlong
  EXPECT_EQ(clean_text("\xed\xa0\x80").substr(0, 3), "\xEF\xBF\xBD");      // a surrogate
  EXPECT_EQ(clean_text("\xf4\x90\x80\x80").substr(0, 3), "\xEF\xBF\xBD");  // beyond U+10FFFF
  EXPECT_EQ(clean_text("\xc3(x"), "\xEF\xBF\xBD(x");  // the next character is not eaten
}

TEST(clean_text, control_characters_are_dropped_and_line_ends_become_spaces) {
  EXPECT_EQ(clean_text(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(clean_text("\x1b[31mred\x7f\xc2\x9b"), "[31mred");
  EXPECT_EQ(clean_text("one\ntwo\tthree"), "one two three");
}

TEST(clean_text, what_xml_forbids_or_turns_the_direction_is_dropped) {
  EXPECT_EQ(clean_text("a\xEF\xBF\xBE"), "a");  // U+FFFE
  EXPECT_EQ(clean_text("a\xEF\xBF\xBF"), "a");  // U+FFFF
  EXPECT_EQ(clean_text("a\xE2\x80\xAE"
                       "b"),
            "ab");  // right-to-left override
  EXPECT_EQ(clean_text("\xEF\xBB\xBF"
                       "a"),
            "a");  // byte order mark
}

}  // namespace
}  // namespace qualm::plot
