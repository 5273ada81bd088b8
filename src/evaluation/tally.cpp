// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "qualm/error.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

Tally::Tally(const Ranking& ranking, std::span<const std::uint8_t> positive)
    : scores(ranking.scores()), negatives(ranking.n_groups()), positives(ranking.n_groups()) {
  if (positive.size() != ranking.n_rows()) {
    throw_data(fmt::format("{} labels for {} scores; give one per row", positive.size(),
                           ranking.n_rows()));
  }
  for (std::size_t group = 0; group < ranking.n_groups(); ++group) {
    for (const std::uint32_t row : ranking.rows(group)) {
      ++(positive[row] != 0 ? positives : negatives)[group];
    }
    n_negative += negatives[group];
    n_positive += positives[group];
  }
}

Tally::Tally(Column<double> distinct_scores, Column<std::uint32_t> negative_counts,
             Column<std::uint32_t> positive_counts)
    : scores(std::make_shared<const Column<double>>(std::move(distinct_scores))),
      negatives(std::move(negative_counts)),
      positives(std::move(positive_counts)),
      n_negative(std::accumulate(negatives.begin(), negatives.end(), std::uint64_t{0})),
      n_positive(std::accumulate(positives.begin(), positives.end(), std::uint64_t{0})) {}

Tally oracle(const Tally& tally) {
  return {{0, 1},
          {static_cast<std::uint32_t>(tally.n_negative), 0},
          {0, static_cast<std::uint32_t>(tally.n_positive)}};
}

Tally random_order(std::uint64_t n_negative, std::uint64_t n_positive) {
  return {{0}, {static_cast<std::uint32_t>(n_negative)}, {static_cast<std::uint32_t>(n_positive)}};
}

}  // namespace qualm
