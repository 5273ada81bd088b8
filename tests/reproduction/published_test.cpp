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
