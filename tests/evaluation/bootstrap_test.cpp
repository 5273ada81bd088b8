// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/resampler.h"
#include "evaluation/support/example.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using testing::Example;
using testing::make_example;

TEST(Binomial, has_the_mean_and_variance_of_its_probability) {
  Random random(1);
  for (const double p : {0.5, 0.25, 0.7310585786300049, 0.001}) {
    for (const std::uint64_t n : {1U, 63U, 64U, 65U, 1000U}) {
      constexpr int n_draws = 4000;
      double sum = 0, squares = 0;
      for (int i = 0; i < n_draws; ++i) {
        const auto drawn = static_cast<double>(
            evaluation::draw_binomial(n, static_cast<std::uint64_t>(std::ldexp(p, 64)), random));
        sum += drawn;
        squares += drawn * drawn;
      }
      const double mean = static_cast<double>(n) * p, variance = mean * (1 - p);
      const double found = sum / n_draws;
      EXPECT_NEAR(found, mean, 5 * std::sqrt(variance / n_draws));
      // Five deviations of a sample variance, by its fourth moment 3 s^4 + s^2 (1 - 6 p q).
      const double spread =
          std::sqrt((2 * variance * variance + variance * std::abs(1 - 6 * p * (1 - p))) / n_draws);
      EXPECT_NEAR(squares / n_draws - found * found, variance, 5 * spread + 1e-3);
    }
  }
}

TEST(Draws, are_exactly_as_many_as_asked_for_and_even_across_splits) {
  // Beyond the size up to which rows are counted in one go, at sizes that split unevenly.
  for (const std::size_t n : {1U, 100U, 8193U, 30011U, 65536U}) {
    std::vector<std::uint64_t> totals(16);
    constexpr int n_replicates = 50;
    for (int replicate = 0; replicate < n_replicates; ++replicate) {
      std::vector<evaluation::TimesDrawn> times(n);
      Random random(5, static_cast<std::uint64_t>(replicate));
      evaluation::draw_rows(times, n, random);
      ASSERT_EQ(std::accumulate(times.begin(), times.end(), std::uint64_t{0}), n);
      for (std::size_t row = 0; row < n; ++row) totals[row * 16 / n] += times[row];
    }
    if (n < 100) continue;
    double chi_squared = 0;
    for (std::size_t part = 0; part < 16; ++part) {
      std::size_t rows = 0;
      for (std::size_t row = 0; row < n; ++row) rows += row * 16 / n == part ? 1U : 0U;
      const double expected = static_cast<double>(rows) * n_replicates;
      const double off = static_cast<double>(totals[part]) - expected;
      chi_squared += off * off / expected;
    }
    EXPECT_LT(chi_squared, 37.7);  // 15 degrees of freedom, one in a thousand
    EXPECT_GT(chi_squared, 3.5);   // nor suspiciously even
  }
}

TEST(Draws, a_row_is_left_out_with_probability_one_over_e) {
  std::vector<evaluation::TimesDrawn> times(100000);
  Random random(3);
  evaluation::draw_rows(times, times.size(), random);
  const auto left_out = static_cast<double>(std::count(times.begin(), times.end(), 0)) / 1e5;
  EXPECT_NEAR(left_out, std::exp(-1), 0.006);
}

TEST(Draws, stratified_ones_keep_the_number_of_either_kind) {
  const Tally tally = make_example(1000, 30, 2).tally();
  evaluation::Resampler resampler(tally);
  bool varies = false;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Tally& stratified = resampler.draw(Random(0, i), true);
    EXPECT_EQ(stratified.n_positive, tally.n_positive);
    EXPECT_EQ(stratified.n_negative, tally.n_negative);
    EXPECT_NE(stratified.positives, tally.positives);
    const Tally& plain = resampler.draw(Random(0, i), false);
    EXPECT_EQ(plain.n_rows(), tally.n_rows());
    varies = varies || plain.n_positive != tally.n_positive;
  }
  EXPECT_TRUE(varies);
}

TEST(Bootstrap, deviation_of_accuracy_is_that_of_a_binomial) {
  // 95% of replicates of a share p of n rows lie within 1.96 sqrt(p (1-p) / n) of it.
  const Tally tally({0, 1}, {1600, 0}, {0, 400});
  const Statistic statistics[] = {{"accuracy", accuracy}};
  const auto [interval, n_undefined] = bootstrap(tally, statistics, {4000, 0.95, 1, 0, false})[0];
  const double reach = 1.96 * std::sqrt(0.8 * 0.2 / 2000);
  EXPECT_NEAR(interval.low, 0.8 - reach, 0.1 * reach);
  EXPECT_NEAR(interval.high, 0.8 + reach, 0.1 * reach);
  EXPECT_EQ(n_undefined, 0U);
}

TEST(Bootstrap, agrees_with_delong_on_many_rows) {
  const Tally tally = make_example(3000, 1000000, 2).tally();
  const Interval expected = delong_interval(tally, 0.95, Transform::none);
  const double width = expected.high - expected.low;
  const Statistic statistics[] = {{"auroc", auroc}};
  for (const bool stratified : {false, true}) {
    const Interval found = bootstrap(tally, statistics, {2000, 0.95, 1, 0, stratified})[0].interval;
    EXPECT_NEAR(found.low, expected.low, 0.08 * width);
    EXPECT_NEAR(found.high, expected.high, 0.08 * width);
  }
}

TEST(Bootstrap, any_number_of_threads_gives_the_same_bits) {
  const Tally tally = make_example(20000, 5000, 3).tally();
  BootstrapOptions options;
  options.replicates = 60;
  options.threads = 1;
  const auto expected = bootstrap(tally, rejection_statistics(), options);
  for (const unsigned threads : {2U, 3U, 8U}) {
    options.threads = threads;
    const auto found = bootstrap(tally, rejection_statistics(), options);
    for (std::size_t s = 0; s < expected.size(); ++s) {
      EXPECT_EQ(found[s].interval.low, expected[s].interval.low);
      EXPECT_EQ(found[s].interval.high, expected[s].interval.high);
    }
  }
  options.seed = 1;
  EXPECT_NE(bootstrap(tally, rejection_statistics(), options)[0].interval.low,
            expected[0].interval.low);
}

TEST(AreaBootstrap, has_the_intervals_of_the_bootstrap_of_any_statistics) {
  // Distinct scores, ties, all tied; the second tally of each is drawn as the first.
  for (const std::uint64_t n_levels : {1'000'000U, 40U, 1U}) {
    for (const AreaRule rule : {AreaRule::mean, AreaRule::trapezoid}) {
      for (const Optimum optimum : {Optimum::exact, Optimum::asymptotic}) {
        const BootstrapOptions options{50, 0.9, 4, 2, n_levels == 40};
        const Example first = make_example(300, n_levels, 1);
        Example second = make_example(300, n_levels, 2);
        second.positive = first.positive;
        AreaBootstrap fast(rule, optimum, options);
        for (const Example& example : {first, second}) {
          const auto found = fast(example.tally());
          const auto expected =
              bootstrap(example.tally(), rejection_statistics(rule, optimum), options);
          ASSERT_EQ(found.size(), expected.size());
          for (std::size_t s = 0; s < found.size(); ++s) {
            ASSERT_EQ(found[s].interval.is_defined(), expected[s].interval.is_defined()) << s;
            if (!found[s].interval.is_defined()) continue;
            EXPECT_NEAR(found[s].interval.low, expected[s].interval.low, 1e-13) << s;
            EXPECT_NEAR(found[s].interval.high, expected[s].interval.high, 1e-13) << s;
          }
        }
      }
    }
  }
}

TEST(AreaBootstrap, any_number_of_threads_gives_the_same_bits) {
  const Tally tally = make_example(5000, 3000, 3).tally();
  const auto low = [&](unsigned threads) {
    AreaBootstrap bootstrap(AreaRule::mean, Optimum::exact, {60, 0.95, 0, threads, false});
    return bootstrap(tally)[2].interval.low;
  };
  EXPECT_EQ(low(3), low(1));
}

TEST(Bootstrap, replicates_without_a_value_are_left_out_and_counted) {
  const Tally tally({0, 1, 2}, {5, 0, 4}, {0, 1, 0});  // a third of replicates has no positive row
  const Statistic statistics[] = {{"auroc", auroc}};
  const Bootstrap result = bootstrap(tally, statistics)[0];
  EXPECT_NEAR(static_cast<double>(result.n_undefined), 1000 * std::pow(0.9, 10), 60);
  EXPECT_TRUE(result.interval.is_defined());
}

TEST(Bootstrap, no_variation_is_no_interval) {
  const Statistic statistics[] = {{"auroc", auroc},
                                  {"aurc", [](const Tally& t) { return aurc(t); }}};
  const auto perfect =
      bootstrap(Tally({0, 1}, {50, 0}, {0, 50}), statistics, {100, 0.95, 0, 0, true});
  EXPECT_FALSE(perfect[0].interval.is_defined());
  const auto nothing_wrong =
      bootstrap(Tally({0, 1}, {50, 1}, {0, 0}), statistics, {100, .95, 0, 0, {}});
  EXPECT_FALSE(nothing_wrong[0].interval.is_defined());
  EXPECT_EQ(nothing_wrong[0].n_undefined, 100U);
  EXPECT_FALSE(nothing_wrong[1].interval.is_defined());
}

TEST(Bootstrap, refuses_impossible_wishes) {
  const Tally tally = make_example(10, 5, 1).tally();
  EXPECT_THROW((void)bootstrap(tally, {}, {0, 0.95, 0, 0, false}), Error);
  EXPECT_THROW((void)bootstrap(tally, {}, {10, 1, 0, 0, false}), Error);
}

}  // namespace
}  // namespace qualm
