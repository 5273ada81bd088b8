// SPDX-License-Identifier: Apache-2.0
// The rule of docs/explain.md.
#include <gtest/gtest.h>

#include "qualm/analysis/explain.h"
#include "qualm/report/explain.h"

namespace qualm {
namespace {

TEST(advice, a_class_below_five_percent_or_above_ninety_five_is_settled) {
  EXPECT_EQ(advise(0.049, 0.01, 0.04), Advice::settled);
  EXPECT_EQ(advise(0.951, 0.01, 0.04), Advice::settled);
  EXPECT_NE(advise(0.05, 0.01, 0.04), Advice::settled);
  EXPECT_NE(advise(0.95, 0.01, 0.04), Advice::settled);
}

TEST(advice, goes_by_the_epistemic_share) {
  EXPECT_EQ(advise(0.5, 1, 2), Advice::more_data);
  EXPECT_EQ(advise(0.5, 1, 1.99), Advice::both);
  EXPECT_EQ(advise(0.5, 1.99, 1), Advice::both);
  EXPECT_EQ(advise(0.5, 2, 1), Advice::chance);
}

Explanation made(std::vector<double> mean, std::vector<Advice> advice,
                 std::vector<std::size_t> wavers_between) {
  Explanation instance;
  instance.mean = std::move(mean);
  instance.advice = std::move(advice);
  instance.wavers_between = std::move(wavers_between);
  return instance;
}

TEST(advice, in_words_names_the_classes_and_what_would_help_each) {
  const std::vector<std::string> names = {"cat", "dog", "owl"};
  EXPECT_EQ(report::in_words(made({0.98, 0.01, 0.01}, std::vector(3, Advice::settled), {}), names),
            "Settled on cat (98 %).");
  EXPECT_EQ(report::in_words(made({0.6, 0.38, 0.02},
                                  {Advice::more_data, Advice::chance, Advice::settled}, {0, 1}),
                             names),
            "Wavers between cat (60 %) and dog (38 %). cat: mostly lack of knowledge: the members "
            "disagree, more data like this would help. dog: mostly chance: more data would not "
            "help.");
  EXPECT_EQ(report::in_words(made({0.4, 0.3, 0.3}, std::vector(3, Advice::both), {0, 1, 2}), names),
            "Wavers between cat (40 %), dog (30 %) and owl (30 %). All of them: part lack of "
            "knowledge, part chance: more data would help in part.");
}

}  // namespace
}  // namespace qualm
