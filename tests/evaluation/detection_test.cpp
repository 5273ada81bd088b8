// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/detection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "evaluation/support/brute_force.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using ::testing::ElementsAre;
using testing::Example;
using testing::make_example;

TEST(Auroc, is_the_share_of_pairs_in_order_with_ties_half) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Example example = make_example(2 + 5 * seed, 1 + seed % 7 * 40, seed);
    const Figure area = auroc(example.tally());
    if (area.is_defined()) {
      EXPECT_NEAR(area.value, testing::auroc_by_pairs(example), 1e-14);
    }
  }
}

TEST(Auroc, is_exactly_a_half_when_all_scores_are_equal) {
  for (const std::uint32_t n : {1U, 3U, 7U, 1000003U, 2000000011U}) {
    EXPECT_EQ(auroc(Tally({0.3}, {n}, {3})).value, 0.5);
    EXPECT_EQ(auroc(Tally({0.3}, {n}, {n})).value, 0.5);
  }
}

TEST(Auroc, does_not_overflow_near_the_greatest_number_of_rows) {
  constexpr std::uint32_t half = 2147483647;
  EXPECT_EQ(auroc(Tally({0, 1}, {half, 0}, {0, half})).value, 1);
  EXPECT_EQ(auroc(Tally({0, 1}, {0, half}, {half, 0})).value, 0);
}

TEST(Detection, one_kind_of_rows_is_undefined_with_a_reason) {
  for (const Tally& tally : {Tally({1, 2}, {3, 4}, {0, 0}), Tally({1, 2}, {0, 0}, {3, 4})}) {
    for (const Statistic& statistic : detection_statistics()) {
      const Figure figure = statistic.compute(tally);
      EXPECT_FALSE(figure.is_defined()) << statistic.name;
      EXPECT_TRUE(std::isnan(figure.value)) << statistic.name;
    }
    EXPECT_TRUE(roc_curve(tally).fpr.empty());
    EXPECT_FALSE(histogram(tally).overlap.is_defined());
  }
}

TEST(Detection, a_perfect_score_is_perfect) {
  const Tally tally({1, 2, 3}, {5, 3, 0}, {0, 0, 4});
  EXPECT_EQ(auroc(tally).value, 1);
  EXPECT_EQ(average_precision(tally).value, 1);
  EXPECT_EQ(average_precision(tally, Target::negatives).value, 1);
  EXPECT_EQ(fpr_at_tpr(tally).value, 0);
  EXPECT_EQ(fpr_at_tpr(tally, 0.95, Target::negatives).value, 0);
}

TEST(Detection, finding_negatives_is_finding_positives_of_the_mirrored_score) {
  const Example example = make_example(500, 40, 8);
  Example mirrored = example;
  for (std::size_t row = 0; row < example.n(); ++row) {
    mirrored.scores[row] = -example.scores[row];
    mirrored.positive[row] = example.positive[row] != 0 ? 0 : 1;
  }
  EXPECT_EQ(average_precision(example.tally(), Target::negatives).value,
            average_precision(mirrored.tally()).value);
  EXPECT_EQ(fpr_at_tpr(example.tally(), 0.9, Target::negatives).value,
            fpr_at_tpr(mirrored.tally(), 0.9).value);
  EXPECT_EQ(auroc(example.tally()).value, auroc(mirrored.tally()).value);
}

TEST(Fpr, is_the_least_over_thresholds_that_find_enough) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Example example = make_example(3 + 4 * seed, 1 + seed % 11 * 9, seed);
    const Tally tally = example.tally();
    if (tally.n_negative == 0 || tally.n_positive == 0) continue;
    for (const double tpr : {0.5, 0.8, 0.95, 1.0}) {
      double least = 1;
      for (const double threshold : example.scores) {
        double tp = 0, fp = 0;
        for (std::size_t row = 0; row < example.n(); ++row) {
          if (example.scores[row] < threshold) continue;
          ++(example.positive[row] != 0 ? tp : fp);
        }
        if (tp / static_cast<double>(tally.n_positive) >= tpr) {
          least = std::min(least, fp / static_cast<double>(tally.n_negative));
        }
      }
      EXPECT_EQ(fpr_at_tpr(tally, tpr).value, least);
    }
  }
}

TEST(Fpr, nineteen_of_twenty_are_95_percent) {
  // 20 positives, the lowest of them below all negatives.
  EXPECT_EQ(fpr_at_tpr(Tally({0, 1, 2}, {0, 10, 0}, {1, 0, 19}), 0.95).value, 0);
  EXPECT_THROW((void)fpr_at_tpr(Tally({0, 1}, {1, 0}, {0, 1}), 0), Error);
}

TEST(RocCurve, has_the_corners_and_nothing_between) {
  // Two straight runs of several scores each, and a tied slope.
  const Tally tally({1, 2, 3, 4, 5, 6}, {1, 1, 2, 0, 0, 0}, {0, 0, 2, 1, 1, 2});
  const RocCurve curve = roc_curve(tally);
  EXPECT_THAT(curve.fpr, ElementsAre(0, 0, 0.5, 1));
  EXPECT_THAT(curve.tpr, ElementsAre(0, 4.0 / 6, 1, 1));
  EXPECT_THAT(curve.threshold, ElementsAre(std::numeric_limits<double>::infinity(), 4, 3, 1));
  EXPECT_EQ(curve.deviation, 0);
}

TEST(RocCurve, thinned_stays_as_close_as_it_says) {
  // The last one has more points than are looked at one by one.
  for (const auto& [n_rows, n_levels] :
       {std::pair{30'000U, 300U}, {30'000U, 1'000'000U}, {900'000U, 1U << 30U}}) {
    const Tally tally = make_example(n_rows, n_levels, 6).tally();
    const RocCurve whole = roc_curve(tally, 0), thin = roc_curve(tally, 100);
    ASSERT_GT(whole.fpr.size(), 200U);
    ASSERT_LE(thin.fpr.size(), 100U);
    ASSERT_GT(thin.fpr.size(), 20U);
    EXPECT_LT(thin.deviation, 0.01);
    EXPECT_EQ(thin.fpr.front() + thin.tpr.front(), 0);
    EXPECT_EQ(thin.fpr.back() + thin.tpr.back(), 2);
    std::size_t right = 1;
    for (std::size_t i = 0; i < whole.fpr.size(); ++i) {
      const double x = whole.fpr[i] + whole.tpr[i];
      while (thin.fpr[right] + thin.tpr[right] < x) ++right;
      const double x0 = thin.fpr[right - 1] + thin.tpr[right - 1];
      const double t = (x - x0) / (thin.fpr[right] + thin.tpr[right] - x0);
      const double drawn = std::lerp(thin.tpr[right - 1] - thin.fpr[right - 1],
                                     thin.tpr[right] - thin.fpr[right], t);
      ASSERT_NEAR(drawn, whole.tpr[i] - whole.fpr[i], thin.deviation + 1e-12);
    }
  }
  EXPECT_THROW((void)roc_curve(make_example(5, 5, 5).tally(), 2), Error);
}

TEST(Histogram, shares_of_each_kind_sum_to_one_in_shared_bins) {
  const Tally tally({0, 1, 2, 3}, {2, 1, 1, 0}, {0, 0, 1, 1});
  const Histogram bins = histogram(tally, 3);
  EXPECT_THAT(bins.edges, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(bins.negative, ElementsAre(0.5, 0.25, 0.25));
  EXPECT_THAT(bins.positive, ElementsAre(0, 0, 1));
  EXPECT_EQ(bins.overlap.value, 0.25);
  EXPECT_EQ(histogram(tally).edges.size(), 16U);
  EXPECT_THROW((void)histogram(tally, 0), Error);
}

TEST(Histogram, overlap_is_zero_for_separate_and_one_for_equal_shares) {
  EXPECT_EQ(histogram(Tally({0, 1}, {5, 0}, {0, 3})).overlap.value, 0);
  EXPECT_EQ(histogram(Tally({0, 1}, {2, 6}, {1, 3})).overlap.value, 1);
}

TEST(Histogram, a_constant_score_gets_a_range_around_it) {
  for (const double score : {0.0, 0.3, -1e300, 1e300, 5e-324}) {
    const Histogram bins = histogram(Tally({score}, {2}, {1}), 4);
    EXPECT_LT(bins.edges.front(), score);
    EXPECT_GT(bins.edges.back(), score);
    EXPECT_EQ(bins.overlap.value, 1);
  }
  EXPECT_THAT(histogram(Tally({0.5}, {2}, {1}), 2).edges, ElementsAre(0, 0.5, 1));
}

TEST(Histogram, extreme_ranges_have_finite_edges) {
  const double huge = std::numeric_limits<double>::max();
  const Histogram bins = histogram(Tally({-huge, 0, huge}, {1, 1, 1}, {1, 1, 1}), 4);
  for (const double edge : bins.edges) EXPECT_TRUE(std::isfinite(edge));
  EXPECT_TRUE(std::is_sorted(bins.edges.begin(), bins.edges.end()));
  EXPECT_EQ(bins.edges.front(), -huge);
  EXPECT_EQ(bins.edges.back(), huge);
}

TEST(Histogram, infinite_scores_are_in_no_bin_and_counted) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Histogram bins =
      histogram(Tally({-infinity, 0, 1, infinity}, {1, 1, 1, 1}, {0, 1, 1, 2}), 2);
  EXPECT_EQ(bins.n_infinite, 4U);
  EXPECT_THAT(bins.edges, ElementsAre(0, 0.5, 1));
  EXPECT_THAT(bins.negative, ElementsAre(0.25, 0.25));
  EXPECT_EQ(histogram(Tally({infinity}, {1}, {1}), 2).n_infinite, 2U);
}

TEST(Histogram, infinite_scores_overlap_too) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(histogram(Tally({0, infinity}, {2, 6}, {1, 3})).overlap.value, 1);
  EXPECT_EQ(histogram(Tally({-infinity, 0, infinity}, {2, 1, 1}, {1, 3, 0})).overlap.value, 0.5);
  EXPECT_EQ(histogram(Tally({-infinity, 0, infinity}, {4, 0, 0}, {0, 1, 3})).overlap.value, 0);
}

}  // namespace
}  // namespace qualm
