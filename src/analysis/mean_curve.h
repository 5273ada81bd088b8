// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/analysis/reject.h"

namespace qualm::detail {

/// Fills the curve of `result`: the exact one of a single run, or the mean of several with its
/// spread at portions that all runs share.
void fill_mean_curve(std::span<const Tally> runs, const RejectOptions& options,
                     ScoreRejection& result);

}  // namespace qualm::detail
