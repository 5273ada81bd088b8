// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "qualm/error.h"
#include "qualm/evaluation/inference.h"

namespace qualm {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsNan;

TEST(Runs, summary_of_five_runs) {
  const RunSummary runs = summarize_runs(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_EQ(runs.n_runs, 5U);
  EXPECT_EQ(runs.mean.value, 3);
  EXPECT_NEAR(runs.std.value, std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(runs.sem.value, std::sqrt(2.5 / 5), 1e-15);
  EXPECT_NEAR(runs.t95.value, 2.7764451051977987 * std::sqrt(2.5 / 5), 1e-14);
}

TEST(Runs, the_papers_band_divides_by_the_number_of_runs) {
  const RunSummary runs = summarize_runs(std::vector<double>{1, 2, 3, 4, 5}, 0);
  EXPECT_NEAR(runs.sem.value, std::sqrt(2.0 / 5), 1e-15);
  EXPECT_NEAR(runs.t95.value, 2.7764451051977987 * std::sqrt(2.0 / 5), 1e-14);
}

TEST(Runs, order_leaves_no_trace) {
  const RunSummary a = summarize_runs(std::vector<double>{0.1, 0.7, 0.30000001, 1e-9, 0.55});
  const RunSummary b = summarize_runs(std::vector<double>{0.55, 1e-9, 0.1, 0.30000001, 0.7});
  EXPECT_EQ(a.mean.value, b.mean.value);
  EXPECT_EQ(a.std.value, b.std.value);
}

TEST(Runs, equal_runs_have_no_spread) {
  const RunSummary runs = summarize_runs(std::vector<double>{0.1, 0.1, 0.1});
  EXPECT_EQ(runs.mean.value, 0.1);
  EXPECT_EQ(runs.std.value, 0);
  EXPECT_EQ(runs.t95.value, 0);
}

TEST(Runs, one_run_has_a_mean_but_no_spread) {
  const RunSummary runs = summarize_runs(std::vector<double>{0.7});
  EXPECT_EQ(runs.mean.value, 0.7);
  EXPECT_FALSE(runs.std.is_defined());
  EXPECT_FALSE(runs.sem.is_defined());
  EXPECT_FALSE(runs.t95.is_defined());
}

TEST(Runs, a_run_without_a_value_leaves_no_summary) {
  EXPECT_FALSE(summarize_runs(std::vector<double>{0.7, std::nan("")}).mean.is_defined());
  EXPECT_FALSE(summarize_runs({}).mean.is_defined());
}

TEST(Holm, multiplies_by_the_tests_that_are_left_and_never_falls) {
  EXPECT_THAT(holm(std::vector<double>{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleNear(0.03, 1e-15), DoubleNear(0.06, 1e-15), DoubleNear(0.06, 1e-15),
                          DoubleNear(0.02, 1e-15)));
  EXPECT_THAT(holm(std::vector<double>{0.9, 0.8}), ElementsAre(1, 1));
  EXPECT_THAT(holm(std::vector<double>{0.02}), ElementsAre(0.02));
}

TEST(Holm, tests_without_a_p_value_do_not_count) {
  EXPECT_THAT(holm(std::vector<double>{std::nan(""), 0.02}), ElementsAre(IsNan(), 0.02));
}

TEST(PairedT, two_runs_have_a_closed_form) {
  const std::vector<double> a = {0.9, 0.8}, b = {0.85, 0.78};
  const PairedTest test = paired_t_test(a, b);
  EXPECT_NEAR(test.difference.value, 0.035, 1e-15);
  const double t = 0.035 / 0.015;  // mean over standard error of 0.05 and 0.02
  EXPECT_NEAR(test.p_value.value, 1 - 2 / std::numbers::pi * std::atan(t), 1e-12);
  EXPECT_LT(test.interval.low, 0);
  EXPECT_GT(test.interval.high, 0.035);
  EXPECT_NEAR(paired_t_test(b, a).p_value.value, test.p_value.value, 1e-15);
}

TEST(PairedT, equal_differences_are_no_sample) {
  const std::vector<double> a = {0.5, 0.75}, b = {0.25, 0.5};
  EXPECT_EQ(paired_t_test(a, a).p_value.value, 1);
  EXPECT_FALSE(paired_t_test(a, b).p_value.is_defined());
  EXPECT_EQ(paired_t_test(a, b).difference.value, 0.25);
}

TEST(PairedT, one_run_or_a_missing_value_decide_nothing) {
  const std::vector<double> one = {0.5}, none = {0.5, std::nan("")}, two = {0.1, 0.2};
  EXPECT_FALSE(paired_t_test(one, one).p_value.is_defined());
  EXPECT_FALSE(paired_t_test(none, two).p_value.is_defined());
  EXPECT_THROW(static_cast<void>(paired_t_test(one, two)), Error);
}

// Numbers of scipy.stats.ttest_ind_from_stats(equal_var=False), its deviations converted from ddof
// 0.
TEST(Welch, is_the_test_of_scipy) {
  const TwoSampleTest mnist = welch_test({.8374, .0534, 5}, {.882, .018, 5});
  EXPECT_NEAR(mnist.p_value.value, 0.17550604414588167, 1e-12);
  const TwoSampleTest kmnist = welch_test({.9451, .0073, 5}, {.959, .005, 5});
  EXPECT_NEAR(kmnist.difference.value, -.0139, 1e-15);
  EXPECT_NEAR(kmnist.p_value.value, 0.016108126459062806, 1e-12);
  EXPECT_NEAR(kmnist.degrees_of_freedom.value, 7.076058031344216, 1e-10);
  EXPECT_NEAR(kmnist.interval.low, -0.024338539713119976, 1e-10);
  EXPECT_NEAR(kmnist.interval.high, -0.0034614602868798493, 1e-10);
  const double with_one = std::sqrt(5.0 / 4) * .005;
  EXPECT_NEAR(welch_test({.9451, .0073, 5}, {.959, with_one, 5, 1}).p_value.value,
              kmnist.p_value.value, 1e-12);
}

TEST(Welch, of_a_single_run_takes_the_spread_of_the_others) {
  EXPECT_NEAR(welch_test({.5394, 0, 1}, {.761, .022, 5}).p_value.value, 0.0011915406653476778,
              1e-12);
  EXPECT_FALSE(welch_test({.5, 0, 1}, {.7, 0, 1}).p_value.is_defined());
  EXPECT_FALSE(welch_test({.5, 0, 5}, {.7, 0, 5}).p_value.is_defined());
  EXPECT_THROW((void)welch_test({.5, 0, 0}, {.7, .1, 5}), Error);
}

}  // namespace
}  // namespace qualm
