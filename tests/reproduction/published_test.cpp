// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/reproduction.h"

namespace qualm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(published, numbers_are_found_by_what_they_are_of) {
  const auto number = published_auroc("fashion-mnist", "mnist", "variance.epistemic");
  ASSERT_TRUE(number);
  EXPECT_EQ(number->value, .882);
  EXPECT_EQ(number->std, .018);
  EXPECT_FALSE(published_auroc("fashion-mnist", "mnist", "variance.total"));
  EXPECT_FALSE(published_auroc("mnist", "fashion-mnist", "variance.epistemic"));
  EXPECT_EQ(published_accuracy("cifar-10", 1 - .8)->value, .935);
  EXPECT_FALSE(published_accuracy("cifar-10", .1));
}

TEST(published, deviation_is_in_units_of_the_published_spread) {
  ReproducedNumber number{"x", {{.9, {}}, {}, {}}, Published{.882, .018}};
  EXPECT_NEAR(number.deviation().value, 1, 1e-12);
  number.published = Published{.882, std::nullopt};
  EXPECT_FALSE(number.deviation().is_defined());
  number.published.reset();
  EXPECT_FALSE(number.deviation().is_defined());
  number = {"x", {{0, "no row"}, {}, {}}, Published{.882, .018}};
  EXPECT_EQ(number.deviation().undefined, "no row");
}

TEST(published, is_tested_by_welch) {
  ReproducedNumber number{"x", {{.9451, {}}, {.0073, {}}, {}}, Published{.959, .005}};
  EXPECT_EQ(number.test().p_value.undefined, "the runs are not known");
  number.runs = {.94, .95, .95, .94, .9455};
  EXPECT_NEAR(number.test().p_value.value, 0.016108126459062806, 1e-12);
  number.published->std.reset();
  EXPECT_FALSE(number.test().p_value.is_defined());
}

TEST(claims, hold_if_all_of_the_interval_does) {
  ReproducedClaim claim{"", "", "", {}, 0, 1};
  EXPECT_EQ(claim.verdict(), "unknown");
  claim.value.ci95 = {.1, .9, "t", {}};
  EXPECT_EQ(claim.verdict(), "holds");
  claim.value.ci95 = {-.1, .9, "t", {}};
  EXPECT_EQ(claim.verdict(), "undecided");
  claim.value.ci95 = {-.2, -.1, "t", {}};
  EXPECT_EQ(claim.verdict(), "fails");
}

TEST(claims, compare_two_scores_of_the_same_rows) {
  // a puts every wrong row on top, b every right one.
  std::vector<double> a, b;
  std::vector<std::uint8_t> wrong;
  for (int i = 0; i < 200; ++i) {
    wrong.push_back(i % 4 == 0);
    a.push_back(wrong.back() != 0 ? 1 : 0);
    b.push_back(i % 8 == 0 ? 1 : 0);
  }
  const std::vector<PairedRows> one = {{a, b, wrong}};
  // Wrong rows of b: half in each of the two bins that matter; right ones all below.
  const Estimate overlap = compare_scores(one, overlap_difference);
  EXPECT_NEAR(overlap.value.value, 0 - .5, 1e-12);
  EXPECT_LT(overlap.ci95.high, -.3);
  EXPECT_GT(overlap.ci95.low, -.7);
  EXPECT_EQ(overlap.ci95.method, "bootstrap");
  EXPECT_EQ(compare_scores(one, overlap_difference).ci95.low, overlap.ci95.low);
  // At a quarter rejected a is right everywhere; b keeps half of the errors among 175 rows, of
  // which it drops 25 more in expectation.
  const double kept_wrong = 25.0 * 150 / 175;
  EXPECT_NEAR(compare_scores(one, greatest_gap).value.value, kept_wrong / 150, .02);
  const std::vector<PairedRows> three = {{a, b, wrong}, {a, b, wrong}, {b, a, wrong}};
  EXPECT_NEAR(compare_scores(three, overlap_difference).value.value, -.5 / 3, 1e-12);
}

TEST(scales, paper_is_what_the_text_says) {
  const training::TrainJob job = training_for("cifar-10", Scale::paper);
  EXPECT_EQ(job.members, 5U);
  EXPECT_EQ(job.runs, 5U);
  EXPECT_FALSE(job.epochs);
  EXPECT_EQ(job.limit, 0U);
  EXPECT_EQ(test_rows_for(Scale::paper), 0U);
}

TEST(scales, trainings_that_differ_have_folders_of_their_own) {
  EXPECT_EQ(training_folder("mnist", Scale::paper), training_folder("mnist", Scale::cpu));
  EXPECT_NE(training_folder("mnist", Scale::paper), training_folder("mnist", Scale::quick));
  EXPECT_NE(training_folder("cifar-10", Scale::paper), training_folder("cifar-10", Scale::cpu));
}

TEST(scales, what_a_user_says_names_the_folder) {
  training::TrainJob said;
  said.recipe = "train";
  said.epochs = 10;
  said.rate_steps = {{3, .01}};
  EXPECT_EQ(training_folder("mnist", Scale::paper, said),
            "mnist-train-epochs-10-rate-steps-3:0.01");
  EXPECT_EQ(training_folder("mnist", Scale::quick, said),
            "mnist-train-epochs-10-rate-steps-3:0.01-quick");
  EXPECT_EQ(training_for("mnist", Scale::quick, said).epochs, 10U);
}

TEST(scales, cuts_are_told) {
  ReproducedTraining training;
  training.dataset = "fashion-mnist";
  training.members = training.runs = 5;
  training.plan.epochs = 20;
  training.plan.n_rows = 60000;
  EXPECT_THAT(training.cuts(), IsEmpty());
  training.runs = 1;
  training.plan.epochs = 1;
  EXPECT_THAT(training.cuts(), ElementsAre("runs: 1 of 5", "epochs: 1 of 20"));
}

}  // namespace
}  // namespace qualm
