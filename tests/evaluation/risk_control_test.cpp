// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "evaluation/support/example.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using testing::Example;
using ::testing::HasSubstr;
using testing::make_example;

/// P(at most `errors` of n) for error rate p, term by term.
double binomial_cdf(std::uint64_t errors, std::uint64_t n, double p) {
  double sum = 0;
  for (std::uint64_t e = 0; e <= errors; ++e) {
    sum += std::exp(
        std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(e) + 1) -
        std::lgamma(static_cast<double>(n - e) + 1) + static_cast<double>(e) * std::log(p) +
        static_cast<double>(n - e) * std::log1p(-p));
  }
  return sum;
}

TEST(ClopperPearson, at_the_bound_so_few_errors_have_probability_delta) {
  for (const auto& [errors, n] :
       {std::pair<std::uint64_t, std::uint64_t>{0, 50}, {3, 200}, {20, 500}, {99, 100}, {1, 2}}) {
    for (const double delta : {0.05, 0.001}) {
      const double bound = clopper_pearson_upper(errors, n, delta);
      EXPECT_NEAR(binomial_cdf(errors, n, bound) / delta, 1, 1e-9);
    }
  }
  EXPECT_EQ(clopper_pearson_upper(7, 7, 0.05), 1);
}

TEST(CoverageAtRisk, is_the_greatest_over_all_thresholds) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Example example = make_example(1 + seed, 1 + seed % 9, seed);
    const Tally tally = example.tally();
    for (const double risk : {0.0, 0.1, 0.25, 0.5, 1.0}) {
      std::uint64_t best = 0;
      for (const double threshold : example.scores) {
        std::uint64_t kept = 0, wrong = 0;
        for (std::size_t row = 0; row < example.n(); ++row) {
          if (example.scores[row] > threshold) continue;
          ++kept;
          wrong += example.positive[row];
        }
        if (static_cast<double>(wrong) <= risk * static_cast<double>(kept)) {
          best = std::max(best, kept);
        }
      }
      const OperatingPoint point = coverage_at_risk(tally, risk);
      EXPECT_EQ(point.kept, best);
      EXPECT_EQ(point.coverage, static_cast<double>(best) / static_cast<double>(example.n()));
      EXPECT_EQ(point.risk.is_defined(), best > 0);
      const OperatingPoint applied = apply_threshold(tally, point.threshold);
      EXPECT_EQ(applied.kept, best);
      if (best > 0) {
        EXPECT_LE(applied.risk.value, risk);
      }
    }
  }
  EXPECT_THROW((void)coverage_at_risk(make_example(5, 5, 5).tally(), 1.5), Error);
}

/// n rows with distinct scores 1 ... n, those listed wrong.
Tally distinct_rows(std::size_t n, const std::vector<std::size_t>& wrong) {
  std::vector<double> scores(n);
  std::iota(scores.begin(), scores.end(), 1.0);
  std::vector<std::uint8_t> flags(n);
  for (const std::size_t row : wrong) flags[row] = 1;
  return {Ranking(scores), flags};
}

TEST(RiskGuarantee, its_bound_is_the_one_at_its_threshold) {
  const Tally tally = make_example(5000, 100000, 1).tally();
  const RiskGuarantee guarantee = guarantee_risk(tally, 0.25, 0.1);
  ASSERT_TRUE(guarantee.threshold.is_defined());
  EXPECT_EQ(guarantee.n_tests, 13U);  // ceil(log2 5000)
  const OperatingPoint point = apply_threshold(tally, guarantee.threshold.value);
  EXPECT_EQ(point.coverage, guarantee.coverage);
  const auto errors =
      static_cast<std::uint64_t>(std::llround(point.risk.value * static_cast<double>(point.kept)));
  EXPECT_EQ(guarantee.bound, clopper_pearson_upper(errors, point.kept, 0.1 / 13));
  EXPECT_LE(guarantee.bound, 0.25);
}

TEST(RiskGuarantee, finds_the_greatest_threshold_when_bounds_rise) {
  // No error in the first 600 rows, then only errors: bounds fall, then rise.
  std::vector<std::size_t> wrong(400);
  std::iota(wrong.begin(), wrong.end(), 600);
  const RiskGuarantee guarantee = guarantee_risk(distinct_rows(1000, wrong), 0.02, 0.05);
  std::uint64_t expected = 0;
  for (std::uint64_t kept = 600; kept <= 1000; ++kept) {
    if (clopper_pearson_upper(kept - 600, kept, 0.05 / 10) <= 0.02) expected = kept;
  }
  ASSERT_GT(expected, 600U);
  EXPECT_EQ(guarantee.threshold.value, static_cast<double>(expected));
}

TEST(RiskGuarantee, keeps_tied_rows_together) {
  Example example = make_example(4000, 4, 2);
  const RiskGuarantee guarantee = guarantee_risk(example.tally(), 0.3, 0.05);
  ASSERT_TRUE(guarantee.threshold.is_defined());
  EXPECT_EQ(apply_threshold(example.tally(), guarantee.threshold.value).coverage,
            guarantee.coverage);
}

TEST(RiskGuarantee, says_why_when_nothing_can_be_promised) {
  const RiskGuarantee guarantee = guarantee_risk(distinct_rows(20, {}), 0.01, 0.05);
  EXPECT_FALSE(guarantee.threshold.is_defined());
  EXPECT_THAT(guarantee.threshold.undefined, HasSubstr("20 calibration rows"));
  EXPECT_EQ(guarantee.coverage, 0);
  EXPECT_GT(guarantee.bound, 0.01);
  EXPECT_FALSE(guarantee_risk(distinct_rows(1, {}), 0.01, 0.05).threshold.is_defined());
}

TEST(RiskGuarantee, refuses_impossible_wishes) {
  const Tally tally = distinct_rows(20, {3});
  for (const double wish : {0.0, 1.0, -1.0, 2.0}) {
    EXPECT_THROW((void)guarantee_risk(tally, wish, 0.05), Error);
    EXPECT_THROW((void)guarantee_risk(tally, 0.05, wish), Error);
  }
}

TEST(RiskGuarantee, is_broken_no_more_often_than_promised) {
  // True error rate of a row with score s is s/2, so that keeping s <= t has risk t/4.
  constexpr int n_worlds = 400;
  int broken = 0, found = 0;
  for (std::uint64_t world = 0; world < n_worlds; ++world) {
    Random random(11, world);
    Example example;
    for (int row = 0; row < 1000; ++row) {
      example.scores.push_back(random.uniform());
      example.positive.push_back(random.uniform() < example.scores.back() / 2 ? 1 : 0);
    }
    const RiskGuarantee guarantee = guarantee_risk(example.tally(), 0.1, 0.2);
    if (!guarantee.threshold.is_defined()) continue;
    ++found;
    if (guarantee.threshold.value / 4 > 0.1) ++broken;
  }
  EXPECT_GT(found, n_worlds / 2);
  EXPECT_LE(broken, n_worlds / 5);
}

}  // namespace
}  // namespace qualm
