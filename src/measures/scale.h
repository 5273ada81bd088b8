// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// What the entropies of raw values are in: kernels speak bits, definitions nats.
enum class Logarithm { binary, natural };

/// What raw values are multiplied with.
[[nodiscard]] double scale_of(const Measure& measure, const MeasureOptions& options,
                              std::size_t n_classes, Logarithm logarithm);

/// The same for a number beside the parts; normalized does not apply to it.
[[nodiscard]] double scale_of(const Extra& extra, const MeasureOptions& options,
                              std::size_t n_classes);

/// Values times their scale; EU of one family times its factor too.
[[nodiscard]] PartValues scaled(const Family& family, const PartValues& values, double scale,
                                double epistemic_factor = 1);

/// Into one place of each part that there is room for.
void store(Parts& parts, std::size_t place, const PartValues& values);

/// What EU is multiplied with: 1, or the finite-ensemble correction 1 / (1 - sum w^2), M/(M-1) for
/// members of equal weight.
[[nodiscard]] double epistemic_factor(const Measure& measure, const MeasureOptions& options,
                                      const Predictions& predictions);

}  // namespace qualm::detail
