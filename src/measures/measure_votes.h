// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// Fills every family of `result`, for members that give labels: from the number of votes for each
/// class alone. Room for the values is there already. Throws data on the first label out of range.
void measure_votes(const Predictions& predictions, const MeasureOptions& options, Measures& result);

}  // namespace qualm::detail
