// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "measures/dirichlet_groups.h"
#include "qualm/measures.h"

namespace qualm::detail {

/// Measures Theta ~ Dirichlet(alpha) without sampling.
/// `alpha`: K >= 2 finite numbers > 0. `class_weights`: K weights or empty (all one), for variance
/// and label_entropy only. `per_class`: K places or empty; only those two families fill it, without
/// weights. Entropies in nats, nothing normalised.
/// Every part is >= 0, EU is never a difference of TU and AU, and TU = AU + EU except for
/// wasserstein. Relative error of each part for alpha from 1e-8 to 1e8, mixed as you like: 1e-12
/// for variance, 1e-11 for the entropies, 1e-10 for the others; an EU of zero_one below 1e-200 may
/// come out as 0. Any other alpha gives finite values; spherical, zero_one and wasserstein then see
/// it as sort_alpha() describes.
[[nodiscard]] PartValues dirichlet_measure(const Measure& measure, std::span<const double> alpha,
                                           std::span<const double> class_weights,
                                           std::span<PartValues> per_class);

// The families, one file each.
[[nodiscard]] PartValues dirichlet_variance(std::span<const double> alpha,
                                            std::span<const double> class_weights,
                                            std::span<PartValues> per_class);
[[nodiscard]] PartValues dirichlet_entropy(std::span<const double> alpha);
[[nodiscard]] PartValues dirichlet_label_entropy(std::span<const double> alpha,
                                                 std::span<const double> class_weights,
                                                 std::span<PartValues> per_class);
[[nodiscard]] PartValues dirichlet_spherical(const SortedAlpha& alpha);
[[nodiscard]] PartValues dirichlet_zero_one(const SortedAlpha& alpha);
[[nodiscard]] PartValues dirichlet_zero_one(double one, double other);
[[nodiscard]] PartValues dirichlet_wasserstein(const SortedAlpha& alpha);

}  // namespace qualm::detail
