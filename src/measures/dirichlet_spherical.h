// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measures/dirichlet_groups.h"

namespace qualm::detail {

/// E |Theta| - |m| for large concentrations; `norm` = |m|. Relative error about (20 eps)^4 with
/// eps = alpha_0 / |alpha|^2.
[[nodiscard]] double spherical_excess_series(const SortedAlpha& alpha, double norm);

}  // namespace qualm::detail
