// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/measures/family.h"

namespace qualm::detail {

/// The power entropy G(p) = sum_k (p_k - p_k^q) / (q - 1) of probabilities p: (1 - sum_k p_k^q) /
/// (q - 1) where they sum to one. `rest` is 1 - p. A probability above 1, which a rounded row
/// may have, counts as 1. For q from 0.01 to 100 except 1: >= 0, relative error 1e-10.
[[nodiscard]] double tsallis_entropy(Point p, Point rest, double q);

/// Its divergence D(mean, p) = G(mean) - G(p) + <grad G(mean), p - mean>: infinite for q < 1 where
/// the mean is 0 and p is not. `difference` is p - mean, without the rounding of `mean`: it decides
/// where p is near the mean. For q from 0.01 to 100 except 1: >= 0, exactly 0 where all differences
/// are 0, relative error 1e-10; a term below 1e-300 may come out as 0.
[[nodiscard]] double tsallis_divergence(std::span<const double> mean, std::span<const double> p,
                                        std::span<const double> difference, double q);

/// Of Theta ~ Dirichlet(alpha), from E Theta_k^q in closed form. For q from 0.01 to 100 except 1
/// and alpha from 1e-300 to 1e300, mixed as you like: every part >= 0, relative error 1e-9; a part
/// below 1e-300 may come out as 0. Any other alpha > 0 gives finite values.
[[nodiscard]] PartValues dirichlet_tsallis(std::span<const double> alpha, double q);
/// E D(Theta, mean), infinite where q < 1 and a concentration is at most 1 - q.
[[nodiscard]] double dirichlet_reverse_tsallis(std::span<const double> alpha, double q);

}  // namespace qualm::detail
