// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/rejection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/support/brute_force.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::Example;
using testing::make_example;

/// Small rows in all shapes of ties, with the risks that enumeration of the tied orders gives.
template <typename Check>
void for_enumerated_examples(const Check& check) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Example example = make_example(1 + seed % 7, 1 + seed / 7 % 5, seed);
    SCOPED_TRACE(seed);
    check(example, testing::mean_risks_over_tied_orders(example));
  }
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> optimal_risks(std::size_t n, std::size_t n_wrong) {
  std::vector<double> risks;
  for (std::size_t k = 1; k <= n; ++k) {
    const std::size_t errors = k > n - n_wrong ? k - (n - n_wrong) : 0;
    risks.push_back(static_cast<double>(errors) / static_cast<double>(k));
  }
  return risks;
}

TEST(RejectionCurve, is_the_mean_over_all_orders_of_ties) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    const RejectionCurve curve = exact_rejection_curve(example.tally());
    ASSERT_EQ(curve.accuracy.size(), risks.size());
    EXPECT_EQ(curve.deviation, 0);
    const auto n = static_cast<double>(risks.size());
    for (std::size_t i = 0; i < risks.size(); ++i) {
      EXPECT_NEAR(curve.rejected[i], static_cast<double>(i) / n, 1e-15);
      EXPECT_NEAR(curve.accuracy[i], 1 - risks[risks.size() - 1 - i], 1e-14);
    }
  });
}

TEST(RejectionCurve, of_many_rows_stays_as_close_as_it_says) {
  const Example example = testing::make_example(400'000, 150'000, 3);
  const Tally tally = example.tally();
  const RejectionCurve thin = exact_rejection_curve(tally, 200);
  ASSERT_LE(thin.rejected.size(), 200U);
  EXPECT_GT(thin.deviation, 0);
  std::vector<double> portions;
  for (std::size_t i = 0; i < 400'000; i += 97)
    portions.push_back(static_cast<double>(i) / 400'000);
  const RejectionCurve whole = rejection_curve(tally, portions);
  std::size_t right = 1;
  for (std::size_t i = 0; i < portions.size(); ++i) {
    while (thin.rejected[right] < portions[i]) ++right;
    const double width = thin.rejected[right] - thin.rejected[right - 1];
    const double drawn = std::lerp(thin.accuracy[right - 1], thin.accuracy[right],
                                   (portions[i] - thin.rejected[right - 1]) / width);
    ASSERT_NEAR(drawn, whole.accuracy[i], thin.deviation + 1e-12) << portions[i];
  }
}

TEST(RejectionCurve, drops_the_floor_of_each_portion) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    const std::vector<double> portions = paper_portions();
    const RejectionCurve curve = rejection_curve(example.tally(), portions);
    for (std::size_t i = 0; i < portions.size(); ++i) {
      const std::size_t dropped = risks.size() * i / 50;
      EXPECT_NEAR(curve.accuracy[i], 1 - risks[risks.size() - dropped - 1], 1e-14);
    }
  });
}

TEST(RejectionCurve, counts_rows_right_where_the_product_rounds_down) {
  // 50 * 0.58 is 28.999999999999996 in doubles.
  for (std::size_t n : {50U, 100U, 350U, 12345U}) {
    std::vector<double> scores(n);
    std::iota(scores.begin(), scores.end(), 0.0);
    std::vector<std::uint8_t> wrong(n, 1);
    const auto portions = paper_portions();
    for (std::size_t i = 0; i < 50; ++i) {
      // Right is exactly what must be kept.
      const std::size_t kept = n - n * i / 50;
      std::fill(wrong.begin(), wrong.end(), 1);
      std::fill_n(wrong.begin(), kept, 0);
      const Tally tally(Ranking(scores), wrong);
      EXPECT_EQ(rejection_curve(tally, std::vector<double>{portions[i]}).accuracy[0], 1);
      EXPECT_EQ(accuracy_at_coverage(tally, 1 - portions[i]).value, 1);
      std::fill_n(wrong.begin(), kept - 1, 0);
      wrong[kept - 1] = 1;
      EXPECT_LT(rejection_curve(Tally(Ranking(scores), wrong), std::vector<double>{portions[i]})
                    .accuracy[0],
                1);
    }
  }
}

TEST(RejectionCurve, keeps_the_order_of_the_portions_asked_for) {
  const Tally tally = make_example(100, 10, 3).tally();
  const std::vector<double> shuffled = {.5, 0, .98, .5, .25};
  const RejectionCurve curve = rejection_curve(tally, shuffled);
  EXPECT_THAT(curve.rejected, ::testing::ContainerEq(shuffled));
  for (std::size_t i = 0; i < shuffled.size(); ++i) {
    EXPECT_EQ(curve.accuracy[i],
              rejection_curve(tally, std::span(shuffled).subspan(i, 1)).accuracy[0]);
  }
}

TEST(RejectionCurve, has_no_accuracy_where_all_is_rejected) {
  const Tally tally = make_example(10, 10, 3).tally();
  EXPECT_TRUE(std::isnan(rejection_curve(tally, std::vector<double>{1}).accuracy[0]));
  EXPECT_THROW((void)rejection_curve(tally, std::vector<double>{1.01}), Error);
  EXPECT_THROW((void)rejection_curve(tally, std::vector<double>{-.1}), Error);
  EXPECT_THROW((void)rejection_curve(tally, std::vector<double>{std::nan("")}), Error);
}

TEST(RejectionCurve, is_flat_when_all_scores_are_equal) {
  Example example = make_example(40, 5, 1);
  std::fill(example.scores.begin(), example.scores.end(), 0.7);
  const Tally tally = example.tally();
  const double base = accuracy(tally).value;
  EXPECT_THAT(exact_rejection_curve(tally).accuracy, Each(DoubleNear(base, 1e-15)));
  EXPECT_THAT(exact_rejection_curve(random_order(tally.n_negative, tally.n_positive)).accuracy,
              Each(DoubleNear(base, 1e-15)));
}

TEST(RejectionCurve, works_for_one_row) {
  const Tally tally = make_example(1, 1, 0).tally();
  EXPECT_EQ(exact_rejection_curve(tally).accuracy.size(), 1U);
  EXPECT_EQ(rejection_curve(tally, paper_portions()).accuracy.size(), 50U);
}

TEST(RejectionCurve, thinned_stays_as_close_as_it_says) {
  for (const std::uint64_t n_levels : {20U, 1000000U}) {
    const Tally tally = make_example(20000, n_levels, 5).tally();
    const RejectionCurve whole = exact_rejection_curve(tally, 20000);
    const RejectionCurve thin = exact_rejection_curve(tally, 200);
    ASSERT_EQ(whole.rejected.size(), 20000U);
    ASSERT_LE(thin.rejected.size(), 200U);
    EXPECT_LT(thin.deviation, 0.02);
    EXPECT_EQ(thin.rejected.front(), 0);
    EXPECT_EQ(thin.rejected.back(), whole.rejected.back());
    std::size_t right = 1;
    for (std::size_t i = 0; i < whole.rejected.size(); ++i) {
      while (thin.rejected[right] < whole.rejected[i]) ++right;
      const double t = (whole.rejected[i] - thin.rejected[right - 1]) /
                       (thin.rejected[right] - thin.rejected[right - 1]);
      const double drawn = std::lerp(thin.accuracy[right - 1], thin.accuracy[right], t);
      ASSERT_NEAR(drawn, whole.accuracy[i], thin.deviation + 1e-12);
    }
  }
}

TEST(Areas, aurc_is_the_mean_over_all_orders_of_ties) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    EXPECT_NEAR(aurc(example.tally()).value, mean(risks), 1e-14);
    EXPECT_NEAR(auarc(example.tally()).value, 1 - mean(risks), 1e-14);
  });
}

TEST(Areas, trapezoid_integrates_straight_lines_between_coverages) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    double area = risks.front();  // level up to coverage 1/n
    for (std::size_t k = 1; k < risks.size(); ++k) area += (risks[k - 1] + risks[k]) / 2;
    EXPECT_NEAR(aurc(example.tally(), AreaRule::trapezoid).value,
                area / static_cast<double>(risks.size()), 1e-14);
  });
}

TEST(Areas, e_aurc_is_the_excess_over_the_best_order) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    const auto n_wrong =
        static_cast<std::size_t>(std::count(example.positive.begin(), example.positive.end(), 1));
    const double optimum = mean(optimal_risks(example.n(), n_wrong));
    EXPECT_NEAR(aurc(oracle(example.tally())).value, optimum, 1e-14);
    EXPECT_NEAR(e_aurc(example.tally()).value, mean(risks) - optimum, 1e-14);
    EXPECT_GE(e_aurc(example.tally()).value, 0);
  });
}

TEST(Areas, e_aurc_is_exactly_zero_for_a_perfect_order) {
  Example example = make_example(5000, 1000000, 9);
  for (std::size_t row = 0; row < example.n(); ++row) example.scores[row] += example.positive[row];
  EXPECT_EQ(e_aurc(example.tally()).value, 0);
}

TEST(Areas, the_asymptotic_optimum_is_the_limit_of_the_exact_one) {
  const Tally tally({0, 1}, {9000000, 0}, {0, 1000000});
  EXPECT_NEAR(e_aurc(tally, AreaRule::mean, Optimum::asymptotic).value, 0, 1e-7);
  EXPECT_NE(e_aurc(tally, AreaRule::mean, Optimum::asymptotic).value, 0);
}

TEST(Areas, augrc_is_the_trapezoid_under_the_expected_errors) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Example example = make_example(1 + seed % 7, 1 + seed / 7 % 5, seed);
    const auto errors = testing::mean_errors_over_tied_orders(example);
    const auto n = static_cast<double>(example.n());
    double area = 0;
    for (std::size_t k = 1; k < errors.size(); ++k) area += (errors[k - 1] + errors[k]) / 2;
    EXPECT_NEAR(augrc(example.tally()).value, area / n / n, 1e-14);
  }
}

TEST(Areas, augrc_follows_from_auroc_and_accuracy) {
  for (const std::uint64_t n_levels : {2U, 30U, 100000U}) {
    const Example example = make_example(3000, n_levels, n_levels);
    const double right = accuracy(example.tally()).value;
    const double separation = testing::auroc_by_pairs(example);
    EXPECT_NEAR(augrc(example.tally()).value,
                (1 - separation) * right * (1 - right) + (1 - right) * (1 - right) / 2, 1e-14);
  }
}

TEST(Areas, aurc_of_millions_keeps_its_digits) {
  // All wrong at the end of the order: the harmonic sum in closed form.
  constexpr std::uint32_t n = 4000000, wrong = 1000000;
  const Tally tally({0, 1}, {n - wrong, 0}, {0, wrong});
  long double harmonic = 0;
  for (std::uint32_t k = n; k > n - wrong; --k) harmonic += 1.0L / k;
  const long double expected = (wrong - (n - wrong) * harmonic) / n;
  EXPECT_NEAR(aurc(tally).value / static_cast<double>(expected), 1, 1e-14);
}

TEST(Areas, nothing_wrong_gives_zero_and_everything_wrong_gives_one) {
  const Tally right({1, 2}, {3, 4}, {0, 0}), wrong({1, 2}, {0, 0}, {3, 4});
  EXPECT_EQ(aurc(right).value, 0);
  EXPECT_EQ(e_aurc(right).value, 0);
  EXPECT_EQ(augrc(right).value, 0);
  EXPECT_EQ(aurc(wrong).value, 1);
  EXPECT_EQ(e_aurc(wrong).value, 0);
  EXPECT_EQ(augrc(wrong).value, 0.5);
}

TEST(Areas, the_registry_names_each_area_once) {
  const Tally tally = make_example(100, 20, 4).tally();
  std::vector<std::string_view> names;
  for (const Statistic& statistic : rejection_statistics()) {
    names.push_back(statistic.name);
    EXPECT_TRUE(statistic.compute(tally).is_defined());
  }
  EXPECT_THAT(names, ElementsAre("aurc", "auarc", "e_aurc", "augrc", "auroc_error"));
}

TEST(Coverage, accuracy_is_that_of_at_least_the_share_asked_for) {
  for_enumerated_examples([](const Example& example, const std::vector<double>& risks) {
    for (const auto& [num, den] : {std::pair{4U, 5U}, {9U, 10U}, {19U, 20U}, {1U, 2U}, {1U, 1U}}) {
      const std::size_t kept = (example.n() * num + den - 1) / den;
      EXPECT_NEAR(accuracy_at_coverage(example.tally(), static_cast<double>(num) / den).value,
                  1 - risks[kept - 1], 1e-14);
    }
  });
  EXPECT_THROW((void)accuracy_at_coverage(make_example(5, 5, 5).tally(), 0), Error);
  EXPECT_THROW((void)accuracy_at_coverage(make_example(5, 5, 5).tally(), 1.1), Error);
}

}  // namespace
}  // namespace qualm
