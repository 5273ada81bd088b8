// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "evaluation/support/example.h"

namespace qualm::testing {

/// Mean over all orders of the rows with ascending scores of the risk among the first k, for
/// k = 1 ... n. Enumerates every permutation: for n up to 7.
[[nodiscard]] std::vector<double> mean_risks_over_tied_orders(const Example& example);

/// Mean over those orders of the errors among the first k, for k = 0 ... n.
[[nodiscard]] std::vector<double> mean_errors_over_tied_orders(const Example& example);

/// Counts pairs, one by one.
[[nodiscard]] double auroc_by_pairs(const Example& example);

}  // namespace qualm::testing
