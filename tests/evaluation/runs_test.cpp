// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

}  // namespace
}  // namespace qualm
