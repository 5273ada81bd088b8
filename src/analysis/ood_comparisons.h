// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qualm/analysis/ood.h"

namespace qualm::detail {

/// Collects what the comparisons of all scores on one set need: placements of the rows for one run,
/// the AUROC of each of several.
class OodComparer {
 public:
  explicit OodComparer(std::size_t n_runs) : n_runs_(n_runs) {}

  /// Scores in order, and for each its runs.
  void add(std::size_t score, const Ranking& ranking, std::span<const std::uint8_t> is_out,
           const Figure& auroc);
  void compare(std::size_t set, std::vector<OodComparison>& comparisons) const;

 private:
  std::size_t n_runs_;
  std::vector<Placements> placements_;       // a score each, for one run
  std::vector<std::vector<double>> aurocs_;  // by score, then by run
};

/// Holm's adjustment over all comparisons, and then which scores are best on each set.
void adjust_and_mark_best(OodResult& result);

}  // namespace qualm::detail
