// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/mean_roc.h"

namespace qualm {
namespace {

TEST(Estimate, of_one_run_is_its_value_and_interval) {
  const std::vector<Figure> runs = {{0.5, {}}};
  const Estimate one = estimate(runs, shares, Interval{0.4, 0.6, "delong", {}});
  EXPECT_EQ(one.value.value, 0.5);
  EXPECT_FALSE(one.std.is_defined());
  EXPECT_EQ(one.ci95.low, 0.4);
  EXPECT_FALSE(estimate(runs, shares).ci95.is_defined());
}

TEST(Estimate, of_runs_is_their_mean_and_deviation) {
  const std::vector<Figure> runs = {{0.25, {}}, {0.75, {}}};
  const Estimate two = estimate(runs, any_number);
  EXPECT_EQ(two.value.value, 0.5);
  EXPECT_EQ(two.std.value, 0.25);
  EXPECT_EQ(two.ci95.method, "t over runs");
  EXPECT_NEAR(two.ci95.high - 0.5, 12.706204736 * 0.25, 1e-8);
}

TEST(Estimate, the_interval_over_runs_holds_only_possible_values) {
  const std::vector<Figure> runs = {{0.25, {}}, {0.75, {}}};
  const Interval share = estimate(runs, shares).ci95;
  EXPECT_EQ(share.low, 0);
  EXPECT_EQ(share.high, 1);
  const Interval mean = estimate(runs, not_negative).ci95;
  EXPECT_EQ(mean.low, 0);
  EXPECT_GT(mean.high, 3);
}

TEST(Estimate, a_run_without_a_value_says_which_and_why) {
  const std::vector<Figure> runs = {{0.25, {}}, {std::nan(""), "nothing is wrong"}};
  EXPECT_EQ(estimate(runs, shares).value.undefined, "run 1: nothing is wrong");
}

TEST(MeanRoc, follows_straight_lines_and_takes_the_top_of_a_step) {
  const RocCurve curve{{0, 0, 0.5, 1}, {0, 0.4, 0.6, 1}, {}, 0};
  EXPECT_EQ(detail::tpr_at(curve, 0), 0.4);
  EXPECT_NEAR(detail::tpr_at(curve, 0.25), 0.5, 1e-15);
  EXPECT_NEAR(detail::tpr_at(curve, 0.75), 0.8, 1e-15);
  EXPECT_EQ(detail::tpr_at(curve, 1), 1);
}

}  // namespace
}  // namespace qualm
