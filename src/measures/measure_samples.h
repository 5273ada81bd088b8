// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// Fills `result`, whose arrays have their final size, from a sample of members. Returns whether
/// all values are finite, which is seen at once while they are in the cache.
[[nodiscard]] bool measure_samples(const Predictions& predictions, const MeasureOptions& options,
                                   Measures& result);

}  // namespace qualm::detail
