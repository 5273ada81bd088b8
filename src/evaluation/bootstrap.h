// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "qualm/evaluation/inference.h"

namespace qualm::evaluation {

/// Throws usage for no replicate or unless 0 < level < 1.
void check(const BootstrapOptions& options);

/// The percentiles of one statistic's replicates; NaN: it had no value.
[[nodiscard]] Bootstrap summarize_replicates(std::vector<double> values, double level);

}  // namespace qualm::evaluation
