// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// What the entropies of raw values are in: kernels speak bits, definitions nats.
enum class Logarithm { binary, natural };

/// What raw values are multiplied with.
[[nodiscard]] double scale_of(const Measure& measure, const MeasureOptions& options,
                              std::size_t n_classes, Logarithm logarithm);

/// What EU is multiplied with: 1, or the finite-ensemble correction 1 / (1 - sum w^2), M/(M-1) for
/// members of equal weight.
[[nodiscard]] double epistemic_factor(const Measure& measure, const MeasureOptions& options,
                                      const Predictions& predictions);

}  // namespace qualm::detail
