// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measures/credal_interval.h"

namespace qualm::detail {

/// The greatest distance between upper and lower probability of a set of classes, over all sets:
/// the greatest total variation distance between two members. 0 ... 1.
[[nodiscard]] double hull_imprecision(const MemberSet& set);

/// A number that lies between two bounds; they are equal unless a search was stopped.
struct Bracket {
  double low = 0, high = 0;
};

/// The same for intervals: the greatest min(u(A), 1 - l(not A)) - max(l(A), 1 - u(not A)) over sets
/// of classes A. With d = upper - lower this is the least of 1 - sum lower, sum upper - 1 and what
/// the best split of the classes in two gives to the smaller side of sum d: a subset-sum problem,
/// which most rows settle at once. Exact to 1e-12 unless the bracket is open.
[[nodiscard]] Bracket interval_imprecision(const IntervalSet& set,
                                           std::size_t most_nodes = 200'000);

}  // namespace qualm::detail
