// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/plot.h"

namespace qualm::plot {

/// Throws usage, naming panel and mark, where a figure contradicts itself; whoever draws may then
/// rely on lengths that fit.
void validate(const Figure& figure);

}  // namespace qualm::plot
