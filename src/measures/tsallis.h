// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "measures/dirichlet.h"
#include "qualm/measures.h"

namespace qualm::detail {

/// The power entropy G(p) = (1 - sum p_k^q) / (q - 1), q > 0 and not 1.
[[nodiscard]] double tsallis_entropy(std::span<const double> p, double order);

/// Its divergence D(mean, p) >= 0: G(mean) - G(p) + <grad G(mean), p - mean>. Exactly 0 for p =
/// mean; relative error 1e-10 however close they are.
[[nodiscard]] double tsallis_divergence(std::span<const double> mean, std::span<const double> p,
                                        std::span<const double> difference, double order);

/// Of Theta ~ Dirichlet(alpha), from E Theta_k^q in closed form. Relative error 1e-9 for alpha from
/// 1e-6 to 1e8.
[[nodiscard]] PartValues dirichlet_tsallis(std::span<const double> alpha, double order);

}  // namespace qualm::detail
