// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/measures.h"

namespace qualm::detail {

/// D(guess, theta) = E_{y ~ theta} loss(guess, y) - G(theta) of an additive family, in nats where
/// logarithmic; wasserstein counts as zero_one. `difference`: theta - guess, entry by entry, given
/// so that it keeps its digits. >= 0, exactly 0 where the difference is. Nothing cancels.
[[nodiscard]] double divergence(FamilyId family, std::span<const double> guess,
                                std::span<const double> theta, std::span<const double> difference);

/// G(theta) = E_{y ~ theta} loss(theta, y) for two classes, likewise.
[[nodiscard]] double generalized_entropy(FamilyId family, double theta, double rest);

}  // namespace qualm::detail
