// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "measures/credal_interval.h"

namespace qualm::detail {

/// The prediction of least entropy among probability intervals. A concave function has its minimum
/// at a vertex: all classes but one are at a bound, and which ones is a knapsack problem. Branch
/// and bound finds them; the search stops after a number of nodes that depends on nothing else.
struct IntervalMinimum {
  std::vector<double> point;  ///< the best one found
  double entropy = 0;         ///< of this point
  double bound = 0;           ///< no prediction has less; == entropy unless the search was stopped
  std::size_t n_nodes = 0;
  [[nodiscard]] bool is_exact() const noexcept { return bound == entropy; }
};

/// `greatest` is the greatest entropy on the set. Exact: to 1e-10 of the result and
/// of its distance to the greatest, or what rounding leaves.
[[nodiscard]] IntervalMinimum interval_minimum(const IntervalSet& set, double greatest,
                                               std::size_t most_nodes = 100'000);

}  // namespace qualm::detail
