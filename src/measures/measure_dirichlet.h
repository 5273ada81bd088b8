// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures.h"

namespace qualm::detail {

/// Fills `result`, whose arrays have their final size, from concentrations alpha.
void measure_dirichlet(const Predictions& predictions, const MeasureOptions& options,
                       Measures& result);

}  // namespace qualm::detail
