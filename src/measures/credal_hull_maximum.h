// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "measures/credal_members.h"

namespace qualm::detail {

/// The prediction of greatest entropy in the convex hull of the members. No point of the hull has
/// an entropy above that of this one by more than `gap`, which is at most 1e-11 of the distance
/// between the least and the greatest entropy, or what rounding leaves.
struct HullMaximum {
  std::vector<double> point;    ///< one probability per class
  std::vector<double> weights;  ///< of the members, >= 0, sum one
  double gap = 0;
};
/// `least`: the member of least entropy.
[[nodiscard]] HullMaximum maximize_entropy_on_hull(const MemberSet& set, std::size_t least);

}  // namespace qualm::detail
