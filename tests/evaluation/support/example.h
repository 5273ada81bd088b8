// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "qualm/evaluation.h"
#include "qualm/random.h"

namespace qualm::testing {

/// Rows as a user has them: a score each, and whether it is positive (wrong, out-of-distribution).
struct Example {
  std::vector<double> scores;
  std::vector<std::uint8_t> positive;

  [[nodiscard]] std::size_t n() const { return scores.size(); }
  [[nodiscard]] Tally tally() const { return {Ranking(scores), positive}; }
};

/// n rows whose scores take at most n_levels values, a positive row more often a high one.
inline Example make_example(std::size_t n, std::uint64_t n_levels, std::uint64_t seed) {
  Random random(seed, 77);
  Example example;
  for (std::size_t row = 0; row < n; ++row) {
    const double level = static_cast<double>(random.below(n_levels));
    const double score = level / static_cast<double>(n_levels) - 0.25;
    example.scores.push_back(score);
    example.positive.push_back(random.uniform() < 0.15 + 0.5 * (score + 0.25) ? 1 : 0);
  }
  return example;
}

/// The same rows in another order.
inline Example shuffle(Example example, std::uint64_t seed) {
  Random random(seed, 78);
  for (std::size_t i = example.n(); i > 1; --i) {
    const std::size_t j = random.below(i);
    std::swap(example.scores[i - 1], example.scores[j]);
    std::swap(example.positive[i - 1], example.positive[j]);
  }
  return example;
}

}  // namespace qualm::testing
