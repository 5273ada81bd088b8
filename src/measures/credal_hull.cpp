// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_hull.h"

#include <algorithm>
#include <limits>

#include "measures/credal_entropy.h"
#include "measures/credal_hull_maximum.h"

namespace qualm::detail {

EntropyBounds hull_entropy(const MemberSet& set) {
  std::size_t least = 0;
  EntropyBounds bounds;
  bounds.lower = std::numeric_limits<double>::infinity();
  for (std::size_t m = 0; m < set.n_members; ++m) {
    const double entropy = entropy_of_point(set.point(m));
    if (entropy < bounds.lower) {
      bounds.lower = entropy;
      least = m;
    }
  }
  bounds.upper = bounds.lower;
  if (set.n_members == 1) return bounds;
  const HullMaximum maximum = maximize_entropy_on_hull(set, least);
  bounds.upper = std::max(bounds.lower, entropy_of_point(maximum.point));
  bounds.gap = maximum.gap;
  bounds.difference = std::max(0.0, entropy_difference(maximum.point, set.point(least)));
  return bounds;
}

}  // namespace qualm::detail
