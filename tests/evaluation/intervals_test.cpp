// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/intervals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

#include "evaluation/support/example.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using testing::Example;
using ::testing::HasSubstr;
using testing::make_example;

/// Scores uniform on [0, 1], wrong with probability 4 rate u^3.
Example draw_rare_errors(std::size_t n, double rate, Random& random) {
  Example example;
  for (std::size_t row = 0; row < n; ++row) {
    const double u = random.uniform();
    example.scores.push_back(u);
    example.positive.push_back(random.uniform() < 4 * rate * u * u * u ? 1 : 0);
  }
  return example;
}

/// In the order of rejection_statistics. The risk at coverage c is rate c^3.
std::vector<double> truth_of_rare_errors(double rate) {
  const double area = rate / 4;
  return {area, 1 - area, area - (rate + (1 - rate) * std::log1p(-rate)), rate / 5,
          (0.8 - rate / 2) / (1 - rate)};
}

/// Share of the samples of which each interval holds the truth; one that is undefined does not.
std::vector<double> coverage(std::size_t n, double rate, int n_samples) {
  const std::vector<double> truth = truth_of_rare_errors(rate);
  std::vector<double> covered(truth.size());
  for (int sample = 0; sample < n_samples; ++sample) {
    Random random(n, static_cast<std::uint64_t>(sample));
    const auto intervals = rejection_intervals(draw_rare_errors(n, rate, random).tally());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      if (intervals[i].low <= truth[i] && truth[i] <= intervals[i].high) {
        covered[i] += 1.0 / n_samples;
      }
    }
  }
  return covered;
}

TEST(RejectionIntervals, cover_what_they_say_with_few_errors) {
  // 7.5 and 30 errors on average; percentiles of bootstrap replicates cover 0.87 to 0.93.
  for (const std::size_t n : {500U, 2000U}) {
    for (const double share : coverage(n, 0.015, 800)) {
      EXPECT_GT(share, 0.93);
      EXPECT_LT(share, 0.995);
    }
  }
}

TEST(RejectionIntervals, hold_for_the_areas_even_with_none_to_three_errors) {
  // The AUROC has no interval with fewer than two errors.
  const std::vector<double> found = coverage(100, 0.015, 800);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(found[i], 0.95);
}

TEST(RejectionIntervals, cover_what_they_say_if_most_rows_tie_at_the_lowest_score) {
  // As votes of five models: most agree, and 2% of these are wrong. Of 100 rows every sixth sample
  // has none of them; the jackknife alone covers .84, .81, .92 and .89.
  constexpr double shares[] = {0.82, 0.10, 0.07, 0.01}, rates[] = {0.02, 0.23, 0.43, 0.57};
  const Column<double> scores = {0, 1, 2, 3};
  Column<std::uint32_t> right, wrong;
  for (std::size_t i = 0; i < 4; ++i) {
    wrong.push_back(static_cast<std::uint32_t>(std::lround(1e6 * shares[i] * rates[i])));
    right.push_back(static_cast<std::uint32_t>(std::lround(1e6 * shares[i])) - wrong[i]);
  }
  const auto truth = rejection_with_intervals(Tally(scores, Counts(right), Counts(wrong)));
  for (const std::size_t n : {50U, 100U, 150U}) {
    std::vector<double> covered(truth.size());
    constexpr int n_samples = 800;
    for (int sample = 0; sample < n_samples; ++sample) {
      Random random(n, static_cast<std::uint64_t>(sample));
      Example drawn;
      for (std::size_t row = 0; row < n; ++row) {
        double u = random.uniform();
        std::size_t group = 0;
        while (group < 3 && u >= shares[group]) u -= shares[group++];
        drawn.scores.push_back(static_cast<double>(group));
        drawn.positive.push_back(random.uniform() < rates[group] ? 1 : 0);
      }
      const auto found = rejection_intervals(drawn.tally());
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const double value = truth[i].figure.value;
        // The AUROC has no interval with fewer than two errors.
        const bool holds = found[i].low <= value && value <= found[i].high;
        if (holds || (i == 4 && !found[i].is_defined())) covered[i] += 1.0 / n_samples;
      }
    }
    for (const double share : covered) EXPECT_GT(share, 0.94) << n << " rows";
  }
}

TEST(RejectionIntervals, reach_the_errors_that_may_be_among_rows_that_tie) {
  // 80 of 100 rows tie without an error; at 97.5%, up to 3.6 of them may be wrong.
  const Tally tally({0, 1, 2}, {80, 10, 5}, {0, 1, 4}), four({0, 1, 2}, {76, 10, 5}, {4, 1, 4});
  const auto expected = rejection_with_intervals(four);
  const auto found = rejection_intervals(tally);
  for (const std::size_t i : {0U, 2U, 3U}) EXPECT_GE(found[i].high, expected[i].figure.value);
  for (const std::size_t i : {1U, 4U}) EXPECT_LE(found[i].low, expected[i].figure.value);
  EXPECT_EQ(found[0].high, expected[0].figure.value);
  // Not if fewer than half tie, or with an error among them.
  const Tally fewer({0, 1, 2}, {40, 50, 5}, {0, 1, 4});
  EXPECT_LT(rejection_intervals(fewer)[0].high,
            aurc(Tally({0, 1, 2}, {36, 50, 5}, {4, 1, 4})).value);
}

TEST(RejectionIntervals, are_never_a_point) {
  for (std::uint32_t n_wrong : {0U, 1U, 2U, 50U}) {
    // At the lowest score, among the others, and above all.
    for (const double score : {0.0, 25.5, 100.0}) {
      Example example;
      for (std::uint32_t row = 0; row < 50; ++row) {
        const bool is_wrong = row < n_wrong;
        example.scores.push_back(is_wrong && n_wrong < 50 ? score : row + 0.5);
        example.positive.push_back(is_wrong ? 1 : 0);
      }
      const Tally tally = example.tally();
      const auto statistics = rejection_statistics();
      const auto intervals = rejection_intervals(tally);
      for (std::size_t i = 0; i < 4; ++i) {
        const double value = statistics[i].compute(tally).value;
        ASSERT_TRUE(intervals[i].is_defined()) << statistics[i].name;
        EXPECT_LT(intervals[i].low, intervals[i].high);
        EXPECT_LE(intervals[i].low, value);
        EXPECT_GE(intervals[i].high, value);
        EXPECT_GE(intervals[i].low, 0);
        EXPECT_LE(intervals[i].high, 1);
      }
    }
  }
}

TEST(RejectionIntervals, without_errors_assume_the_worst_order_at_the_greatest_error_rate) {
  const Tally tally({0, 1}, {60, 40}, {0, 0});
  const double rate = clopper_pearson_upper(0, 100, 0.025);
  const auto intervals = rejection_intervals(tally);
  EXPECT_EQ(intervals[0].method, "worst-order");
  EXPECT_EQ(intervals[0].low, 0);
  EXPECT_NEAR(intervals[0].high, rate * (1 - std::log(rate)), 1e-15);
  EXPECT_NEAR(intervals[1].low, 1 - intervals[0].high, 1e-15);
  EXPECT_NEAR(intervals[2].high, -rate * std::log(rate) - (1 - rate) * std::log1p(-rate), 1e-15);
  EXPECT_NEAR(intervals[3].high, rate * (1 - rate / 2), 1e-15);
  EXPECT_THAT(intervals[4].undefined, HasSubstr("no row is positive"));
  // These are the areas of rows in that order.
  const Tally worst({0, 1}, {0, 1000000 - 36217}, {36217, 0});
  EXPECT_NEAR(aurc(worst).value, intervals[0].high, 1e-5);
  EXPECT_NEAR(e_aurc(worst).value, intervals[2].high, 1e-5);
  EXPECT_NEAR(augrc(worst).value, intervals[3].high, 1e-5);
}

TEST(RejectionIntervals, are_the_jackknife_on_the_logit_scale) {
  const Example example = make_example(60, 1000, 3);
  const Tally tally = example.tally();
  const double area = aurc(tally).value, n = 60;
  std::vector<double> pseudo_values;
  for (std::size_t row = 0; row < example.n(); ++row) {
    Example rest = example;
    rest.scores.erase(rest.scores.begin() + static_cast<std::ptrdiff_t>(row));
    rest.positive.erase(rest.positive.begin() + static_cast<std::ptrdiff_t>(row));
    pseudo_values.push_back(n * area - (n - 1) * aurc(rest.tally()).value);
  }
  const double mean = std::accumulate(pseudo_values.begin(), pseudo_values.end(), 0.0) / n;
  double squares = 0, fourths = 0;
  for (const double value : pseudo_values) {
    squares += std::pow(value - mean, 2);
    fourths += std::pow(value - mean, 4);
  }
  const double by_moments = 2 * squares * squares / (fourths - squares * squares / n);
  const boost::math::students_t student(std::min(by_moments, n - 1));
  const double reach = boost::math::quantile(student, 0.95) * std::sqrt(squares / n / (n - 1));
  const double logit = std::log(area / (1 - area)), width = reach / (area * (1 - area));
  const Interval found = aurc_interval(tally, AreaRule::mean, 0.9);
  EXPECT_NEAR(found.low, 1 / (1 + std::exp(width - logit)), 1e-10);
  EXPECT_NEAR(found.high, 1 / (1 + std::exp(-width - logit)), 1e-10);
  EXPECT_EQ(found.method, "jackknife-logit-t");
}

TEST(RejectionIntervals, are_those_of_each_area_alone) {
  const Tally tally = make_example(300, 40, 3).tally();
  const std::map<std::string_view, Interval> alone = {{"aurc", aurc_interval(tally)},
                                                      {"e_aurc", e_aurc_interval(tally)},
                                                      {"augrc", augrc_interval(tally)}};
  const auto statistics = rejection_statistics();
  const auto intervals = rejection_intervals(tally);
  std::size_t n_compared = 0;
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const auto found = alone.find(std::string(statistics[i].name));
    if (found == alone.end()) continue;
    ++n_compared;
    EXPECT_NEAR(intervals[i].low, found->second.low, 1e-12) << found->first;
    EXPECT_NEAR(intervals[i].high, found->second.high, 1e-12) << found->first;
  }
  EXPECT_EQ(n_compared, alone.size());
}

TEST(RejectionIntervals, agree_with_the_bootstrap_on_many_rows) {
  const Tally tally = make_example(5000, 1000000, 2).tally();
  const auto statistics = rejection_statistics();
  const auto drawn = bootstrap(tally, statistics, {1000, 0.95, 1, 0, false});
  const auto intervals = rejection_intervals(tally);
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const double width = drawn[i].interval.high - drawn[i].interval.low;
    EXPECT_NEAR(intervals[i].low, drawn[i].interval.low, 0.1 * width) << statistics[i].name;
    EXPECT_NEAR(intervals[i].high, drawn[i].interval.high, 0.1 * width) << statistics[i].name;
  }
}

TEST(AveragePrecisionInterval, agrees_with_the_stratified_bootstrap_on_many_rows) {
  const Tally tally = make_example(4000, 1000000, 5).tally();
  for (const Target target : {Target::positives, Target::negatives}) {
    const Statistic statistics[] = {
        {"aupr", [=](const Tally& t) { return average_precision(t, target); }}};
    const Interval drawn = bootstrap(tally, statistics, {1000, 0.95, 1, 0, true})[0].interval;
    const Interval found = average_precision_interval(tally, target);
    EXPECT_NEAR(found.low, drawn.low, 0.1 * (drawn.high - drawn.low));
    EXPECT_NEAR(found.high, drawn.high, 0.1 * (drawn.high - drawn.low));
  }
  EXPECT_FALSE(average_precision_interval(Tally({0, 1}, {50, 0}, {0, 50})).is_defined());
  EXPECT_THAT(average_precision_interval(Tally({0, 1}, {90, 12}, {40, 59})).undefined,
              HasSubstr("needs 100 rows of each kind"));
}

/// Every row of one kind scores above every row of the other.
Tally inverted(std::uint32_t n_negative, std::uint32_t n_positive) {
  const std::size_t n = n_negative + n_positive;
  std::vector<double> scores(n);
  std::iota(scores.begin(), scores.end(), 0.0);
  std::vector<std::uint8_t> positive(n);
  std::fill_n(positive.begin(), n_positive, std::uint8_t{1});
  return {Ranking(scores), positive};
}

TEST(Intervals, of_scores_that_are_always_the_wrong_way_round_are_numbers) {
  for (const std::uint32_t n : {2U, 3U, 100U, 300U, 1000U}) {
    for (const std::uint32_t other : {2U, 100U, 300U}) {
      const Tally tally = inverted(n, other);
      std::vector<WithInterval> all = rejection_with_intervals(tally);
      for (const Target target : {Target::positives, Target::negatives}) {
        all.push_back(average_precision_with_interval(tally, target));
      }
      for (const auto& [figure, interval] : all) {
        if (!interval.undefined.empty()) continue;
        EXPECT_LE(interval.low, figure.value + 1e-12) << n << ' ' << other;
        EXPECT_GE(interval.high, figure.value - 1e-12) << n << ' ' << other;
      }
    }
  }
}

// Scores of N(0, 1) and N(-4, 1): the bias of the area is three times its standard error.
TEST(AveragePrecisionInterval, covers_what_it_says_for_scores_the_wrong_way_round) {
  const std::size_t n = 300;
  int n_covered = 0;
  for (std::uint64_t sample = 0; sample < 50; ++sample) {
    Random random(7, sample);
    Example example;
    for (std::size_t row = 0; row < 2 * n; ++row) {
      double normal = -6;  // the sum of twelve uniform numbers is as good here
      for (int i = 0; i < 12; ++i) normal += random.uniform();
      example.positive.push_back(row % 2 == 0 ? 1 : 0);
      example.scores.push_back(row % 2 == 0 ? normal - 4 : normal);
    }
    const Interval interval = average_precision_interval(example.tally(), Target::positives);
    n_covered += interval.low <= 0.3069 && 0.3069 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(n_covered, 46);
}

TEST(MeanInterval, is_students_on_the_logarithmic_scale) {
  const std::vector<double> scores = {1, 2, 3, 4};
  // Three degrees of freedom: the fourth moments would allow 12.5.
  const double reach = 3.182446305284263 * std::sqrt(5.0 / 12) / 2.5;
  const Interval found = mean_interval(scores);
  EXPECT_NEAR(found.low, 2.5 * std::exp(-reach), 1e-12);
  EXPECT_NEAR(found.high, 2.5 * std::exp(reach), 1e-12);
  EXPECT_FALSE(mean_interval(std::vector{1.0}).is_defined());
  EXPECT_FALSE(mean_interval(std::vector{0.0, 0.0}).is_defined());
  EXPECT_FALSE(mean_interval(std::vector{2.0, 2.0}).is_defined());
  EXPECT_EQ(mean_interval(std::vector{2.0, HUGE_VAL}).undefined, "a row has an infinite score");
}

TEST(AccuracyInterval, is_exact) {
  const Interval none_wrong = accuracy_interval(0, 20);
  EXPECT_NEAR(none_wrong.low, std::pow(0.025, 1.0 / 20), 1e-12);
  EXPECT_EQ(none_wrong.high, 1);
}

TEST(Intervals, refuse_impossible_levels) {
  const Tally tally = make_example(20, 10, 1).tally();
  for (const double level : {0.0, 1.0, -0.5, 2.0}) {
    EXPECT_THROW((void)rejection_intervals(tally, AreaRule::mean, Optimum::exact, level), Error);
    EXPECT_THROW((void)auroc_interval(tally, level), Error);
    EXPECT_THROW((void)average_precision_interval(tally, Target::positives, level), Error);
  }
}

}  // namespace
}  // namespace qualm
