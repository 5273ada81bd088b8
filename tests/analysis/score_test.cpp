// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/score.h"

#include <gtest/gtest.h>

#include "qualm/error.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

TEST(scores, are_a_family_and_a_part) {
  const Score score = parse_score("label-entropy.epistemic");
  EXPECT_EQ(score.measure, "label-entropy");
  EXPECT_EQ(score.part, Part::epistemic);
  EXPECT_EQ(name(score), "label-entropy.epistemic");
  try {
    static_cast<void>(parse_score("variance.epistmic"));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown score 'variance.epistmic': did you mean variance.epistemic?");
  }
}

const std::vector<std::string> clothes = {"coat", "shirt", "T-shirt", "1"};

TEST(scores, of_one_class_go_by_its_name_or_its_number) {
  const Score score = parse_score("variance.epistemic[shirt]", clothes);
  EXPECT_EQ(score.of_class, 1U);
  EXPECT_EQ(name(score, clothes), "variance.epistemic[shirt]");
  EXPECT_EQ(parse_score("variance.total[2]", clothes).of_class, 2U);
  EXPECT_EQ(parse_score("variance.total[1]", clothes).of_class, 3U) << "a name comes first";
}

TEST(scores, that_do_not_exist_are_told_with_the_nearest_that_does) {
  const auto parse = [](const char* text) {
    return [text] { static_cast<void>(parse_score(text, clothes)); };
  };
  expect_error(ErrorKind::usage, {"'varance.total'", "variance.total?"}, parse("varance.total"));
  expect_error(ErrorKind::usage, {"'shrt'", "did you mean shirt?"}, parse("variance.total[shrt]"));
  expect_error(ErrorKind::usage, {"'7'", "4 classes"}, parse("variance.total[7]"));
  expect_error(ErrorKind::usage, {"entropy has no per-class values"},
               parse("entropy.total[shirt]"));
  expect_error(ErrorKind::usage, {"bracket"}, parse("variance.total[shirt"));
}

}  // namespace
}  // namespace qualm
