// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "qualm/error.h"

namespace qualm {
namespace {

std::string spell_loudly(std::string_view key, std::string_view value) {
  return "<" + std::string(key) + "|" + std::string(value) + ">";
}

TEST(Argument, each_door_spells_the_same_error_its_own_way) {
  const Error error(ErrorKind::usage, argument("class_weights") + " has 3 numbers: say " +
                                          argument("input", "logits") + " or " +
                                          argument("renormalize", "true"));
  EXPECT_STREQ(error.what(), "class_weights has 3 numbers: say input=logits or renormalize");
  EXPECT_EQ(spelled(error.message(), spell_loudly),
            "<class_weights|> has 3 numbers: say <input|logits> or <renormalize|true>");
}

TEST(Argument, an_error_knows_the_argument_that_it_names_first) {
  EXPECT_EQ(
      Error(ErrorKind::usage, "a: " + argument("axes", "nmk") + argument("columns")).argument(),
      "axes");
  EXPECT_EQ(Error(ErrorKind::data, "row 3 is NaN").argument(), "");
}

TEST(Argument, an_error_is_one_line_whatever_it_quotes) {
  EXPECT_STREQ(Error(ErrorKind::usage, "no class 'a\r\nb\x01'").what(),
               "no class 'a\\x0d\\x0ab\\x01'");
}

TEST(Argument, a_value_may_be_any_text) {
  const std::string odd = "--columns {} é \xEF\xB7\x90";
  EXPECT_EQ(spelled("no " + argument("rows", odd) + "!"), "no rows=" + odd + "!");
}

TEST(Argument, a_text_with_half_a_mark_stays_as_it_is) {
  const std::string half = argument("rows").substr(0, 5);
  EXPECT_EQ(spelled(half), half);
}

}  // namespace
}  // namespace qualm
