// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "evaluation/support/brute_force.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using testing::Example;
using ::testing::HasSubstr;
using testing::make_example;

/// DeLong's structural components, straight from the definition: for each row of one kind, the mean
/// over all rows of the other kind of whether the pair is in order.
struct Components {
  std::vector<double> of_positives, of_negatives;

  explicit Components(const Example& example) {
    for (std::size_t a = 0; a < example.n(); ++a) {
      double sum = 0, n = 0;
      for (std::size_t b = 0; b < example.n(); ++b) {
        if (example.positive[a] == example.positive[b]) continue;
        const double difference = example.positive[a] != 0 ? example.scores[a] - example.scores[b]
                                                           : example.scores[b] - example.scores[a];
        sum += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
        ++n;
      }
      (example.positive[a] != 0 ? of_positives : of_negatives).push_back(sum / n);
    }
  }
};

double covariance(const std::vector<double>& a, const std::vector<double>& b) {
  double mean_a = 0, mean_b = 0, sum = 0;
  const auto n = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    mean_a += a[i] / n;
    mean_b += b[i] / n;
  }
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / (n - 1);
}

double covariance(const Components& a, const Components& b) {
  return covariance(a.of_positives, b.of_positives) / static_cast<double>(a.of_positives.size()) +
         covariance(a.of_negatives, b.of_negatives) / static_cast<double>(a.of_negatives.size());
}

Placements placements(const Example& example) {
  return {Ranking(example.scores), example.positive};
}

TEST(DeLong, variance_is_the_one_of_the_structural_components) {
  for (const std::uint64_t n_levels : {3U, 20U, 1000000U}) {
    for (const std::size_t n : {12U, 101U, 400U}) {
      const Example example = make_example(n, n_levels, n + n_levels);
      const Components components(example);
      const double expected = covariance(components, components);
      EXPECT_NEAR(delong_variance(example.tally()).value / expected, 1, 1e-11);
    }
  }
}

TEST(DeLong, test_uses_the_covariance_of_two_scores_on_the_same_rows) {
  for (const std::uint64_t n_levels : {4U, 30U, 1000000U}) {
    const Example a = make_example(900, n_levels, 5);
    Example b = a;
    Random random(6);
    for (double& score : b.scores) score += std::floor(4 * random.normal()) / 8;
    const Components of_a(a), of_b(b);
    const double variance =
        covariance(of_a, of_a) + covariance(of_b, of_b) - 2 * covariance(of_a, of_b);
    const double difference = testing::auroc_by_pairs(a) - testing::auroc_by_pairs(b);
    const PairedTest result = delong_test(placements(a), placements(b));
    EXPECT_NEAR(result.difference.value, difference, 1e-13);
    // Student's t with Welch's degrees of freedom.
    const auto part = [&](auto kind) {
      return (covariance(of_a.*kind, of_a.*kind) + covariance(of_b.*kind, of_b.*kind) -
              2 * covariance(of_a.*kind, of_b.*kind)) /
             static_cast<double>((of_a.*kind).size());
    };
    double over_rows = 0;
    for (const auto kind : {&Components::of_positives, &Components::of_negatives}) {
      over_rows += part(kind) * part(kind) / static_cast<double>((of_a.*kind).size() - 1);
    }
    const boost::math::students_t student(variance * variance / over_rows);
    const double t = std::abs(difference) / std::sqrt(variance);
    const double p = 2 * boost::math::cdf(boost::math::complement(student, t));
    EXPECT_NEAR(result.p_value.value / p, 1, 1e-9);
    EXPECT_NEAR(result.interval.high - result.interval.low,
                2 * boost::math::quantile(student, 0.975) * std::sqrt(variance), 1e-12);
    EXPECT_EQ(result.interval.method, "delong-t");
    // The other way round: the same test.
    const PairedTest swapped = delong_test(placements(b), placements(a));
    EXPECT_EQ(swapped.difference.value, -result.difference.value);
    EXPECT_EQ(swapped.p_value.value, result.p_value.value);
  }
}

TEST(DeLong, a_score_does_not_differ_from_itself) {
  const Placements rows = placements(make_example(100, 10, 3));
  const PairedTest result = delong_test(rows, rows);
  EXPECT_EQ(result.difference.value, 0);
  EXPECT_EQ(result.p_value.value, 1);
}

TEST(DeLong, interval_is_undefined_for_perfect_and_constant_scores) {
  for (const Tally& tally :
       {Tally({0, 1}, {5, 0}, {0, 5}), Tally({0, 1}, {0, 5}, {5, 0}), Tally({0}, {5}, {5}),
        Tally({0, 1, 2}, {1, 0, 0}, {2, 1, 1}), Tally({0, 1}, {3, 4}, {0, 0})}) {
    EXPECT_FALSE(delong_variance(tally).is_defined());
    const Interval interval = delong_interval(tally);
    EXPECT_FALSE(interval.is_defined());
    EXPECT_TRUE(std::isnan(interval.low));
  }
}

TEST(DeLong, test_claims_only_what_so_few_rows_can_show) {
  const auto test_of = [](std::size_t n_positive, std::size_t n_negative) {
    Random random(n_positive);
    Example a, b;
    for (std::size_t row = 0; row < n_positive + n_negative; ++row) {
      a.scores.push_back(random.normal());
      b.scores.push_back(random.normal());
      a.positive.push_back(row < n_positive ? 1 : 0);
    }
    b.positive = a.positive;
    return delong_test(placements(a), placements(b));
  };
  EXPECT_EQ(test_of(9, 300).p_value.undefined,
            "needs ten rows of each kind, has 9 positive and 300 negative");
  EXPECT_EQ(test_of(9, 300).interval.undefined,
            "needs 200 rows of each kind to reach its coverage, has 9 positive and 300 negative");
  EXPECT_TRUE(test_of(9, 300).difference.is_defined());
  EXPECT_TRUE(test_of(10, 300).p_value.is_defined());
  EXPECT_EQ(test_of(300, 199).interval.undefined,
            "needs 200 rows of each kind to reach its coverage, has 300 positive and 199 negative");
  EXPECT_TRUE(test_of(300, 200).interval.is_defined());
}

TEST(DeLong, test_rejects_no_more_true_hypotheses_than_it_says) {
  // Two scores of one distribution, ten rows out: a normal quantile rejects 7 to 8%.
  int n_rejected = 0;
  constexpr int n_worlds = 2000;
  for (int world = 0; world < n_worlds; ++world) {
    Random random(7, static_cast<std::uint64_t>(world));
    Example a, b;
    for (std::size_t row = 0; row < 310; ++row) {
      const double common = random.normal() + (row < 10 ? 1 : 0);
      a.scores.push_back(common + random.normal());
      b.scores.push_back(common + random.normal());
      a.positive.push_back(row < 10 ? 1 : 0);
    }
    b.positive = a.positive;
    if (delong_test(placements(a), placements(b)).p_value.value < 0.05) ++n_rejected;
  }
  EXPECT_LT(n_rejected, 0.06 * n_worlds);
}

TEST(DeLong, test_is_undefined_where_variance_is) {
  const Example one_positive = {{1, 2, 3, 4}, {0, 1, 0, 0}};
  const Example other = {{2, 1, 3, 4}, {0, 1, 0, 0}};
  const PairedTest result = delong_test(placements(one_positive), placements(other));
  EXPECT_NEAR(result.difference.value, 1.0 / 3, 1e-15);
  EXPECT_FALSE(result.p_value.is_defined());
  // Best against worst: certain, but without variance.
  const Example best = {{1, 2, 3, 4}, {0, 0, 1, 1}}, worst = {{4, 3, 2, 1}, {0, 0, 1, 1}};
  const PairedTest extreme = delong_test(placements(best), placements(worst));
  EXPECT_EQ(extreme.difference.value, 1);
  EXPECT_FALSE(extreme.p_value.is_defined());
  const Example none = {{1, 2}, {0, 0}};
  EXPECT_FALSE(delong_test(placements(none), placements(none)).difference.is_defined());
}

TEST(DeLong, refuses_to_compare_different_rows) {
  EXPECT_THROW(
      (void)delong_test(placements(make_example(50, 10, 1)), placements(make_example(50, 10, 2))),
      Error);
}

TEST(DeLong, intervals_lie_within_zero_and_one_around_the_area) {
  const Tally tally({0, 1, 2}, {20, 1, 0}, {0, 1, 20});
  const double area = auroc(tally).value;
  for (const Transform transform : {Transform::none, Transform::logit}) {
    const Interval interval = delong_interval(tally, 0.99, transform);
    EXPECT_GE(interval.low, 0);
    EXPECT_LT(interval.low, area);
    EXPECT_GT(interval.high, area);
    EXPECT_LE(interval.high, 1);
  }
  EXPECT_THROW((void)delong_interval(tally, 1), Error);
}

TEST(DeLong, logit_interval_is_symmetric_on_its_scale) {
  const Tally tally = make_example(200, 1000, 4).tally();
  const auto logit = [](double p) { return std::log(p / (1 - p)); };
  const Interval interval = delong_interval(tally, 0.95, Transform::logit);
  const double area = auroc(tally).value;
  EXPECT_NEAR(logit(interval.high) - logit(area), logit(area) - logit(interval.low), 1e-12);
  EXPECT_NEAR(logit(interval.high) - logit(area),
              1.959963984540054 * std::sqrt(delong_variance(tally).value) / area / (1 - area),
              1e-12);
}

TEST(PairsInterval, bounds_a_perfect_auroc_by_its_disjoint_pairs) {
  const Interval perfect = pairs_interval(Tally({0, 1}, {10, 0}, {0, 7}));
  EXPECT_NEAR(std::pow(perfect.low, 7), 0.025, 1e-15);
  EXPECT_EQ(perfect.high, 1);
  const Interval worst = pairs_interval(Tally({0, 1}, {0, 10}, {7, 0}));
  EXPECT_EQ(worst.low, 0);
  EXPECT_NEAR(worst.high, 1 - perfect.low, 1e-15);
  EXPECT_THAT(pairs_interval(Tally({0}, {2}, {2})).undefined, HasSubstr("exactly 0 or 1"));
}

TEST(AurocInterval, falls_back_until_a_method_can_answer) {
  EXPECT_EQ(auroc_interval(make_example(100, 50, 1).tally()).method, "delong-logit-t");
  EXPECT_EQ(auroc_interval(Tally({0, 1}, {9, 0}, {0, 9})).method, "pairs");
  const Interval one_positive = auroc_interval(Tally({0, 1, 2}, {9, 0, 4}, {0, 1, 0}));
  EXPECT_THAT(one_positive.undefined, HasSubstr("needs two rows of each kind"));
  EXPECT_FALSE(auroc_interval(Tally({0}, {9}, {9})).is_defined());
  EXPECT_FALSE(auroc_interval(Tally({0, 1}, {9, 1}, {0, 0})).is_defined());
}

TEST(AurocInterval, is_wide_when_few_rows_happen_to_be_placed_alike) {
  // Two errors side by side: DeLong's variance is next to nothing, two rows are next to nothing.
  Column<std::uint32_t> negatives(100, 1), positives(100, 0);
  positives[90] = positives[91] = 1;
  Column<double> scores(100);
  std::iota(scores.begin(), scores.end(), 0.0);
  const Tally tally(scores, Counts(negatives), Counts(positives));
  const Interval narrow = delong_interval(tally), wide = auroc_interval(tally);
  EXPECT_LT(narrow.high - narrow.low, 0.15);
  EXPECT_GT(wide.high - wide.low, 0.4);
}

TEST(AurocInterval, is_delongs_on_many_rows) {
  const Tally tally = make_example(20000, 1000000, 4).tally();
  const Interval expected = delong_interval(tally), found = auroc_interval(tally);
  EXPECT_NEAR(found.low, expected.low, 0.002 * (expected.high - expected.low));
  EXPECT_NEAR(found.high, expected.high, 0.002 * (expected.high - expected.low));
}

}  // namespace
}  // namespace qualm
