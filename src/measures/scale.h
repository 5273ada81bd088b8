// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// What the raw values of a family (bits where logarithmic) are multiplied with.
[[nodiscard]] double scale_of(const Family& family, const MeasureOptions& options,
                              std::size_t n_classes);

/// What EU is multiplied with: 1, or the finite-ensemble correction 1 / (1 - sum w^2), M/(M-1) for
/// members of equal weight.
[[nodiscard]] double epistemic_factor(const Family& family, const MeasureOptions& options,
                                      const Predictions& predictions);

}  // namespace qualm::detail
