// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluation/strips.h"
#include "evaluation/sums.h"
#include "qualm/evaluation/rejection.h"

namespace qualm::evaluation {

/// The place of all rows up to each strip's last group.
[[nodiscard]] kernels::RejectionPlace top_of(const Strips& strips);

/// AURC by the sum of E(k)/k.
[[nodiscard]] Figure area_of(const ShareSum& risks, const Tally& tally, AreaRule rule);

/// 1 - area.
[[nodiscard]] Figure complement(Figure area);

/// What the AURC of a tally has in excess of its optimum.
[[nodiscard]] Figure excess(const Figure& area, const Tally& tally, AreaRule rule, Optimum optimum);

/// AUGRC by the Mann-Whitney statistic.
[[nodiscard]] Figure augrc_of(const Tally& tally, std::uint64_t doubled_u);

}  // namespace qualm::evaluation
