// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/evaluation.h"
#include "qualm/plot.h"

namespace qualm::report {

/// Two overlaid histograms and how much they overlap; a group without rows is left out.
[[nodiscard]] plot::Panel histogram_panel(std::string title, const Histogram& shares,
                                          std::string negative, std::string positive);

}  // namespace qualm::report
