// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "measures/credal_hull.h"

namespace qualm::detail {

/// The least and the greatest entropy among predictions within total variation distance `radius` of
/// `centre`, which sums to one up to rounding; radius in (0, 1]. The same bits for any order of the
/// classes.
[[nodiscard]] EntropyBounds tv_ball_entropy(std::span<const double> centre, double radius);

}  // namespace qualm::detail
