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

constexpr GuaranteeMethod methods[] = {GuaranteeMethod::fixed_sequence,
                                       GuaranteeMethod::binary_search};

TEST(RiskGuarantee, its_bound_is_the_one_at_its_threshold) {
  const Tally tally = make_example(5000, 100000, 1).tally();
  for (const GuaranteeMethod method : methods) {
    const RiskGuarantee guarantee = guarantee_risk(tally, 0.25, 0.1, method);
    ASSERT_TRUE(guarantee.threshold.is_defined());
    // ceil(log2 5000) = 13
    const double delta = method == GuaranteeMethod::binary_search ? 0.1 / 13 : 0.1;
    EXPECT_EQ(guarantee.confidence, 1 - delta);
    const OperatingPoint point = apply_threshold(tally, guarantee.threshold.value);
    EXPECT_EQ(point.coverage, guarantee.coverage);
    const auto errors = static_cast<std::uint64_t>(
        std::llround(point.risk.value * static_cast<double>(point.kept)));
    EXPECT_EQ(guarantee.bound, clopper_pearson_upper(errors, point.kept, delta));
    EXPECT_LE(guarantee.bound, 0.25);
  }
}

TEST(FewestRows, are_the_first_that_pass) {
  EXPECT_EQ(fewest_rows_to_promise(0, 0.01, 0.05), 299U);  // the least n with 0.99^n <= 0.05
  for (const std::uint64_t errors : {0U, 1U, 7U}) {
    const std::uint64_t n = fewest_rows_to_promise(errors, 0.03, 0.1);
    EXPECT_LE(binomial_cdf(errors, n, 0.03), 0.1);
    EXPECT_GT(binomial_cdf(errors, n - 1, 0.03), 0.1);
  }
}

TEST(FixedSequence, tests_every_threshold_from_its_start_to_the_first_that_fails) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Example example = make_example(200 + 40 * seed, seed % 3 == 0 ? 7 : 1000000, seed);
    const Tally tally = example.tally();
    const double risk = 0.3, delta = 0.1;
    const std::uint64_t one = fewest_rows_to_promise(1, risk, delta);
    const std::uint64_t start =
        2 * one <= example.n() ? one : fewest_rows_to_promise(0, risk, delta);
    double expected = -1, kept_share = 0;
    for (const double threshold : *tally.scores) {
      const OperatingPoint point = apply_threshold(tally, threshold);
      if (point.kept < start) continue;
      const auto errors = static_cast<std::uint64_t>(
          std::llround(point.risk.value * static_cast<double>(point.kept)));
      if (binomial_cdf(errors, point.kept, risk) > delta) break;
      expected = threshold;
      kept_share = point.coverage;
    }
    const RiskGuarantee found = guarantee_risk(tally, risk, delta);
    ASSERT_EQ(found.threshold.is_defined(), kept_share > 0);
    if (kept_share > 0) {
      EXPECT_EQ(found.threshold.value, expected);
      EXPECT_EQ(found.coverage, kept_share);
    }
  }
}

TEST(FixedSequence, says_how_many_rows_it_would_take) {
  const RiskGuarantee guarantee = guarantee_risk(distinct_rows(200, {}), 0.01, 0.05);
  EXPECT_THAT(guarantee.threshold.undefined,
              HasSubstr("at least 299 rows are needed, even without errors"));
}

TEST(RiskGuarantee, finds_the_greatest_threshold_when_bounds_rise) {
  // No error in the first 600 rows, then only errors: bounds fall, then rise.
  std::vector<std::size_t> wrong(400);
  std::iota(wrong.begin(), wrong.end(), 600);
  const RiskGuarantee guarantee =
      guarantee_risk(distinct_rows(1000, wrong), 0.02, 0.05, GuaranteeMethod::binary_search);
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

/// Scores on [0, 1), in n_levels steps; a row with score s is wrong with probability s/2.
Example draw_world(std::size_t n, double n_levels, Random& random) {
  Example example;
  for (std::size_t row = 0; row < n; ++row) {
    const double score = std::floor(random.uniform() * n_levels) / n_levels;
    example.scores.push_back(score);
    example.positive.push_back(random.uniform() < score / 2 ? 1 : 0);
  }
  return example;
}

TEST(RiskGuarantee, is_broken_no_more_often_than_promised) {
  // Keeping s <= t has risk t/4; with few levels many rows share each threshold, and one of them
  // has a risk just above what is promised.
  constexpr int n_worlds = 1500;
  constexpr double delta = 0.2;
  for (const double n_levels : {1e9, 11.0}) {
    const double risk = n_levels > 100 ? 0.1 : 0.1135;  // 5/44 is above it
    double kept[2] = {};
    for (const GuaranteeMethod method : methods) {
      int broken = 0, found = 0;
      for (std::uint64_t world = 0; world < n_worlds; ++world) {
        Random random(11, world);
        const RiskGuarantee guarantee =
            guarantee_risk(draw_world(500, n_levels, random).tally(), risk, delta, method);
        if (!guarantee.threshold.is_defined()) continue;
        ++found;
        kept[static_cast<int>(method)] += guarantee.coverage;
        if (guarantee.threshold.value / 4 > risk) ++broken;
      }
      EXPECT_GT(found, n_worlds / 3);
      EXPECT_LE(broken, delta * n_worlds);
    }
    EXPECT_GT(kept[0], kept[1]);
  }
}

// Two early errors fail the first test; a smaller threshold would have passed.
TEST(RiskGuarantee, no_reason_claims_more_than_was_tested) {
  std::vector<std::size_t> wrong = {40, 41};
  for (std::size_t row = 100; row < 150; row += 3) wrong.push_back(row);
  for (const GuaranteeMethod method : methods) {
    const RiskGuarantee found = guarantee_risk(distinct_rows(150, wrong), 0.1, 0.05, method);
    ASSERT_FALSE(found.threshold.is_defined());
    EXPECT_THAT(found.threshold.undefined, HasSubstr("thresholds that were tested"));
  }
  ASSERT_LE(clopper_pearson_upper(0, 40, 0.05), 0.1);
}

}  // namespace
}  // namespace qualm
