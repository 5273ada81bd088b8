// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qualm/evaluation/ranking.h"

namespace qualm::evaluation {

/// Twice the Mann-Whitney statistic: over all pairs of a positive and a negative row, 2 if the
/// positive scores higher, 1 if they are equal. Below 2^63, as there are fewer than 2^32 rows.
[[nodiscard]] std::uint64_t doubled_u(const Tally& tally);

/// AUROC by that statistic.
[[nodiscard]] Figure auroc_of(const Tally& tally, std::uint64_t doubled_u);

}  // namespace qualm::evaluation
