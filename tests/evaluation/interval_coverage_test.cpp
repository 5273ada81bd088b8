// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "evaluation/support/example.h"

namespace qualm {
namespace {

using testing::Example;

/// Positives score normal with mean `shift`, negatives with mean 0: AUROC = Phi(shift / sqrt 2).
Example draw_normal(std::size_t n_positive, std::size_t n_negative, double shift, Random& random) {
  Example example;
  for (std::size_t row = 0; row < n_positive + n_negative; ++row) {
    const bool is_positive = row < n_positive;
    example.scores.push_back(random.normal() + (is_positive ? shift : 0));
    example.positive.push_back(is_positive ? 1 : 0);
  }
  return example;
}

struct Coverage {
  double plain = 0, logit = 0, chosen = 0;  ///< share of worlds that are covered
};

Coverage simulate(std::size_t n, double truth, int n_worlds) {
  // The shift that gives this AUROC, by bisection.
  double low = 0, high = 10;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / 2) / 2 < truth ? low : high) = middle;
  }
  const auto covers = [&](const Interval& interval) {
    return interval.low <= truth && truth <= interval.high ? 1.0 / n_worlds : 0;
  };
  Coverage coverage;
  for (int world = 0; world < n_worlds; ++world) {
    Random random(n, static_cast<std::uint64_t>(world));
    const Tally tally = draw_normal(n, n, low, random).tally();
    coverage.plain += covers(delong_interval(tally, 0.95, Transform::none));
    coverage.logit += covers(delong_interval(tally, 0.95, Transform::logit));
    coverage.chosen += covers(auroc_interval(tally));
  }
  return coverage;
}

TEST(IntervalCoverage, of_the_auroc_is_near_its_level) {
  EXPECT_NEAR(simulate(100, 0.8, 1500).chosen, 0.95, 0.02);
  EXPECT_NEAR(simulate(30, 0.9, 1500).chosen, 0.95, 0.025);
  EXPECT_GT(simulate(20, 0.99, 1500).chosen, 0.93);
}

/// AURC of rows whose score is uniform on [0, 1] and that are wrong with probability score / 2:
/// risk at coverage c is c/4, and the area, but for terms of 1/n that this sums, 1/8.
TEST(IntervalCoverage, of_the_aurc_is_near_its_level) {
  constexpr int n_worlds = 400, n_rows = 300;
  double mean = 0;
  std::vector<Interval> intervals;
  for (std::uint64_t world = 0; world < n_worlds; ++world) {
    Random random(3, world);
    Example example;
    for (int row = 0; row < n_rows; ++row) {
      example.scores.push_back(random.uniform());
      example.positive.push_back(random.uniform() < example.scores.back() / 2 ? 1 : 0);
    }
    mean += aurc(example.tally()).value / n_worlds;
    intervals.push_back(aurc_interval(example.tally()));
  }
  // The expected risk of the k lowest of n uniform scores is (k+1)/2/(n+1) / 2.
  double truth = 0;
  for (int k = 1; k <= n_rows; ++k) truth += (k + 1) / 4.0 / (n_rows + 1) / n_rows;
  EXPECT_NEAR(mean, truth, 0.003);
  double covered = 0;
  for (const Interval& interval : intervals) {
    covered += interval.low <= truth && truth <= interval.high ? 1.0 / n_worlds : 0;
  }
  EXPECT_NEAR(covered, 0.95, 0.035);
}

/// The table of docs/evaluation.md: run with --gtest_also_run_disabled_tests.
TEST(IntervalCoverage, DISABLED_table) {
  std::printf("| rows of each kind | AUROC | DeLong | DeLong, logit | chosen |\n");
  for (const std::size_t n : {20U, 50U, 200U, 1000U}) {
    for (const double truth : {0.7, 0.9, 0.99}) {
      const Coverage found = simulate(n, truth, 2000);
      std::printf("| %zu | %g | %.3f | %.3f | %.3f |\n", n, truth, found.plain, found.logit,
                  found.chosen);
    }
  }
}

}  // namespace
}  // namespace qualm
