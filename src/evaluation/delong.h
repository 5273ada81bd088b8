// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/evaluation/inference.h"

namespace qualm::evaluation {

/// Of the doubled placements of either kind's rows; the sum over positives is doubled_u.
[[nodiscard]] PairMoments placement_moments(const Tally& tally);

/// See the public one; of moments that are known.
[[nodiscard]] Figure delong_variance(const PairMoments& moments, std::uint64_t n_negative,
                                     std::uint64_t n_positive);

}  // namespace qualm::evaluation
