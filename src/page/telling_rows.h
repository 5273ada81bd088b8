// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "page/scored_set.h"

namespace qualm::page {

struct RowRef {
  std::size_t set = 0, row = 0;
};

/// The rows that a report holds, those with the greatest epistemic uncertainty (of the first
/// family) first. Of the set in distribution at most n_rows, of each other one a quarter of that:
/// the most uncertain of either kind, those that two families rank most differently, errors that
/// the model was sure of, and some from everywhere. The scores must be those of scores_of().
[[nodiscard]] std::vector<RowRef> telling_rows(const std::vector<ScoredSet>& sets,
                                               std::size_t n_rows);

/// |rank by the first family - rank by the second|, by one part (0 total, 1 aleatoric, 2
/// epistemic). Needs two families.
[[nodiscard]] std::vector<double> rank_gaps(const ScoredSet& set, std::size_t part);

}  // namespace qualm::page
