// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/theory/distributions.h"
#include "theory/with_error.h"

namespace qualm::detail {

/// 1/2 min_q E |Theta - q|_1 over the points q of the simplex: EU of the wasserstein family.
[[nodiscard]] WithError mixture_distance(const Distribution& distribution);

}  // namespace qualm::detail
