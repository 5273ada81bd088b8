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
  EXPECT_NE(advise(0.9500000000000001, 0.01, 0.04), Advice::settled);
}

TEST(advice, goes_by_the_epistemic_share) {
  EXPECT_EQ(advise(0.5, 1, 2), Advice::disagreement);
  EXPECT_EQ(advise(0.5, 1, 1.99), Advice::both);
  EXPECT_EQ(advise(0.5, 1.99, 1), Advice::both);
  EXPECT_EQ(advise(0.5, 2, 1), Advice::ambiguity);
}

Explanation made(std::vector<double> mean, std::vector<Advice> advice,
                 std::vector<std::size_t> wavers_between) {
  Explanation instance;
  instance.mean = std::move(mean);
  instance.advice = std::move(advice);
  instance.wavers_between = std::move(wavers_between);
  instance.members = instance.mean;
  return instance;
}

TEST(advice, in_words_says_what_is_seen_of_each_class) {
  const std::vector<std::string> names = {"cat", "dog", "owl"};
  EXPECT_EQ(report::in_words(made({0.98, 0.01, 0.01}, std::vector(3, Advice::settled), {}), names),
            "Confident in cat (98%).");
  EXPECT_EQ(
      report::in_words(made({0.6, 0.38, 0.02},
                            {Advice::disagreement, Advice::ambiguity, Advice::settled}, {0, 1}),
                       names),
      "Undecided between cat (60%) and dog (38%). cat: the members disagree (most of the variance "
      "is epistemic). dog: most of the variance is aleatoric.");
  EXPECT_EQ(report::in_words(made({0.4, 0.3, 0.3}, std::vector(3, Advice::both), {0, 1, 2}), names),
            "Undecided between cat (40%), dog (30%) and owl (30%). All of them: the variance is "
            "part epistemic, part aleatoric.");
}

TEST(advice, in_words_does_not_call_members_agreed_where_one_of_them_differs) {
  // Four members give 0, the fifth 0.36: EU is 0.31 of TU, below a third, and still they differ.
  const double mean = 0.36 / 5, epistemic = 0.36 * 0.36 / 5 - mean * mean;
  const Advice advice = advise(mean, 0.36 * 0.64 / 5, epistemic);
  ASSERT_EQ(advice, Advice::ambiguity);
  const std::vector<std::string> names = {"coat", "bag"};
  const std::string words =
      report::in_words(made({mean, 1 - mean}, {advice, advice}, {1, 0}), names);
  EXPECT_EQ(words.find("agree"), std::string::npos) << words;
  EXPECT_NE(words.find("most of the variance is aleatoric"), std::string::npos) << words;
}

TEST(advice, in_words_never_foretells_what_data_would_do) {
  const std::vector<std::string> names = {"cat", "dog"};
  for (const Advice advice :
       {Advice::disagreement, Advice::both, Advice::ambiguity, Advice::unknown}) {
    const std::string words = report::in_words(made({0.6, 0.4}, {advice, advice}, {0, 1}), names);
    EXPECT_EQ(words.find("data"), std::string::npos) << words;
    EXPECT_EQ(words.find("help"), std::string::npos) << words;
  }
}

TEST(advice, in_words_of_a_dirichlet_distribution_names_no_members) {
  const std::vector<std::string> names = {"cat", "dog"};
  Explanation instance = made({0.6, 0.4}, std::vector(2, Advice::disagreement), {0, 1});
  instance.members.clear();
  EXPECT_EQ(report::in_words(instance, names),
            "Undecided between cat (60%) and dog (40%). All of them: most of the variance is "
            "epistemic.");
}

TEST(advice, in_words_does_not_call_many_small_classes_settled) {
  const std::vector<std::string> names(40, "x");
  Explanation instance = made(std::vector(40, 0.025), std::vector(40, Advice::settled), {});
  instance.members.resize(80);
  instance.variance.aleatoric.assign(40, 0.02);
  instance.variance.epistemic.assign(40, 0.001);
  EXPECT_EQ(report::in_words(instance, names),
            "No class has 5% or more, the most probable is x (2%): most of the variance is "
            "aleatoric.");
  std::swap(instance.variance.aleatoric, instance.variance.epistemic);
  EXPECT_EQ(report::in_words(instance, names),
            "No class has 5% or more, the most probable is x (2%): the members disagree (most of "
            "the variance is epistemic).");
  instance.one_member_counts = true;
  EXPECT_NE(report::in_words(instance, names).find("needs two or more members"), std::string::npos);
}

TEST(advice, in_words_counts_the_classes_that_it_does_not_name) {
  std::vector<double> mean(40, 0.84 / 38);
  mean[0] = mean[1] = 0.08;
  std::vector<Advice> advice(40, Advice::settled);
  advice[0] = advice[1] = Advice::both;
  std::vector<std::string> names(40, "x");
  names[0] = "cat";
  names[1] = "dog";
  EXPECT_EQ(report::in_words(made(mean, advice, {0, 1}), names),
            "Undecided between cat (8%), dog (8%) and others below 5% each (84% together). cat "
            "and dog: the variance is part epistemic, part aleatoric.");
}

}  // namespace
}  // namespace qualm
