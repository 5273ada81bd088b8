// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/axiom_case.h"

namespace qualm::theory {

/// Differences below this count as equal.
inline constexpr double tolerance = 1e-9;

/// What a comparison says about one part.
struct Judgement {
  Verdict verdict;
  double margin;
};
[[nodiscard]] Judgement judge(const Comparison& compared, Part part);

/// The case, made as small and plain as it can be while its verdict on that part stays: fewer
/// atoms, equal weights, coarser numbers.
[[nodiscard]] Instance shrink(const UncertaintyMeasure& measure, const Program& program, Case found,
                              Part part, Verdict verdict);

}  // namespace qualm::theory
