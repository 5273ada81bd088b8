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
/// the model was sure of, and some from everywhere. Parts that a family lacks are left out.
[[nodiscard]] std::vector<RowRef> telling_rows(const std::vector<ScoredSet>& sets,
                                               const std::vector<Measure>& measures,
                                               std::size_t n_rows);

/// |rank by the one score - rank by the other|
[[nodiscard]] std::vector<double> rank_gaps(const ScoredSet& set, std::size_t one,
                                            std::size_t other);

}  // namespace qualm::page
