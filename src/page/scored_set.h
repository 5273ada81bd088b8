// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/score_table.h"

namespace qualm::page {

/// Every row of one set with its scores, and where each score puts it.
struct ScoredSet {
  ScoreTable table;
  std::vector<std::vector<double>> means;  ///< of each score over several runs; one run: empty
  /// For each score and row: how many rows in distribution go before it when the greatest score is
  /// rejected first, the lower row where tied.
  std::vector<std::vector<std::uint32_t>> ranks;

  [[nodiscard]] std::span<const double> score(std::size_t i) const {
    if (means.empty()) return table.runs[0].columns[i];
    return means[i];
  }
  [[nodiscard]] std::uint32_t predicted(std::size_t row) const {
    return predicted_classes(table)[row];
  }
  [[nodiscard]] bool has_labels() const { return !wrong_predictions(table).empty(); }
  [[nodiscard]] bool is_wrong(std::size_t row) const { return wrong_predictions(table)[row] != 0; }
};

/// Which score is that part of the measure; none: it has no such part.
[[nodiscard]] std::optional<std::size_t> score_of(const ScoredSet& set, const Measure& measure,
                                                  Part part);

/// The means over runs; ranks are left to rank_sets.
[[nodiscard]] ScoredSet score_set(ScoreTable table);
/// Ranks every row among those of the first set.
void rank_sets(std::span<ScoredSet> sets);

}  // namespace qualm::page
