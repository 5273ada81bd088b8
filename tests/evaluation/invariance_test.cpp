// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/support/example.h"

namespace qualm {
namespace {

using testing::Example;
using testing::make_example;
using testing::shuffle;

/// Every number that a tally gives, in one list.
std::vector<double> all_numbers(const Example& example) {
  const Tally tally = example.tally();
  std::vector<double> numbers;
  const auto add = [&](const std::vector<double>& more) {
    numbers.insert(numbers.end(), more.begin(), more.end());
  };
  for (const Statistic& statistic : rejection_statistics()) {
    numbers.push_back(statistic.compute(tally).value);
  }
  for (const Statistic& statistic : detection_statistics()) {
    numbers.push_back(statistic.compute(tally).value);
  }
  add(rejection_curve(tally, paper_portions()).accuracy);
  add(exact_rejection_curve(tally, 100).accuracy);
  add(roc_curve(tally, 100).tpr);
  add(histogram(tally).positive);
  numbers.push_back(guarantee_risk(tally, 0.3, 0.1).bound);
  numbers.push_back(delong_interval(tally).low);
  BootstrapOptions options;
  options.replicates = 20;
  for (const Bootstrap& result : bootstrap(tally, rejection_statistics(), options)) {
    numbers.push_back(result.interval.low);
    numbers.push_back(result.interval.high);
  }
  return numbers;
}

TEST(Invariance, every_number_has_the_same_bits_for_any_order_of_rows) {
  for (const std::uint64_t n_levels : {7U, 500U, 10000000U}) {
    const Example example = make_example(3000, n_levels, 1);
    const auto expected = all_numbers(example);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      EXPECT_EQ(all_numbers(shuffle(example, seed)), expected);
    }
  }
}

TEST(Invariance, any_increasing_function_of_the_score_gives_the_same_areas) {
  const Example example = make_example(3000, 400, 2);
  Example transformed = example;
  for (double& score : transformed.scores) score = std::exp(3 * score) - 100;
  for (const Statistic& statistic : rejection_statistics()) {
    EXPECT_EQ(statistic.compute(transformed.tally()).value,
              statistic.compute(example.tally()).value);
  }
}

TEST(Invariance, delongs_test_has_the_same_bits_for_any_order_of_rows) {
  const auto test = [](const Example& a, const Example& b) {
    return delong_test(Placements(Ranking(a.scores), a.positive),
                       Placements(Ranking(b.scores), b.positive))
        .p_value.value;
  };
  const Example a = make_example(2000, 100, 3);
  Example b = a;
  for (std::size_t row = 0; row < b.n(); ++row) {
    b.scores[row] += 0.3 * std::sin(static_cast<double>(row));
  }
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EXPECT_EQ(test(shuffle(a, seed), shuffle(b, seed)), test(a, b));
  }
}

}  // namespace
}  // namespace qualm
