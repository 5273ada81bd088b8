// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "qualm/error.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

Tally::Tally(const Ranking& ranking, std::span<const std::uint8_t> positive)
    : scores(ranking.scores()) {
  if (positive.size() != ranking.n_rows()) {
    throw_data(fmt::format("{} labels for {} scores; give one per row", positive.size(),
                           ranking.n_rows()));
  }
  Column<std::uint32_t> of_negatives(ranking.n_groups(), 0), of_positives(ranking.n_groups(), 0);
  for (std::size_t group = 0; group < ranking.n_groups(); ++group) {
    for (const std::uint32_t row : ranking.rows(group)) {
      ++(positive[row] != 0 ? of_positives : of_negatives)[group];
    }
  }
  negatives = Counts(of_negatives);
  positives = Counts(of_positives);
  n_negative = negatives.total();
  n_positive = positives.total();
}

Tally::Tally(Column<double> distinct_scores, Counts negative_counts, Counts positive_counts)
    : scores(std::make_shared<const Column<double>>(std::move(distinct_scores))),
      negatives(std::move(negative_counts)),
      positives(std::move(positive_counts)),
      n_negative(negatives.total()),
      n_positive(positives.total()) {}

Tally oracle(const Tally& tally) {
  return {{0, 1},
          {static_cast<std::uint32_t>(tally.n_negative), 0},
          {0, static_cast<std::uint32_t>(tally.n_positive)}};
}

Tally random_order(std::uint64_t n_negative, std::uint64_t n_positive) {
  return {{0}, {static_cast<std::uint32_t>(n_negative)}, {static_cast<std::uint32_t>(n_positive)}};
}

}  // namespace qualm
