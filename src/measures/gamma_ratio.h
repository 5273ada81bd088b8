// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/gamma_ratio.h"

namespace qualm::detail {

/// Whether the kernels have a table for that order.
[[nodiscard]] constexpr bool has_gamma_ratio(double q) noexcept {
  return q >= kernels::GammaRatio::least_order && q <= kernels::GammaRatio::greatest_order;
}

/// Interpolates the definitions. Needs has_gamma_ratio(q), q != 1.
[[nodiscard]] kernels::GammaRatio gamma_ratio_of_order(double q);

}  // namespace qualm::detail
