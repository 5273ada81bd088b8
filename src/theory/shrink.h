// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/judge.h"

namespace qualm::theory {

/// The case, made as small and plain as it can be while its verdict on that part stays: fewer
/// atoms, equal weights, coarser numbers.
[[nodiscard]] Instance shrink(const Judge& judge, Case found, Part part, Verdict verdict);

}  // namespace qualm::theory
