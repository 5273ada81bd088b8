// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace qualm::detail {

/// The step d from weights w that maximises slopes . d - d . Q d / 2 subject to w + d >= 0 and
/// sum d <= spare, by an active-set method. `q`: n * n, positive semidefinite. Where `spare` is
/// used up, the step ends: it is an ascent direction then, not the maximum.
[[nodiscard]] std::vector<double> quadratic_step(const std::vector<double>& q,
                                                 const std::vector<double>& slopes,
                                                 const std::vector<double>& weights, double spare);

}  // namespace qualm::detail
