// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "theory/with_error.h"

namespace qualm::detail {

/// The integral of f from `low` to `high` by double-exponential quadrature, refined until it stands
/// still; f is smooth inside, but may have any end that is integrable. 0 if the interval is empty.
/// The error is that of the last refinement and of rounding.
[[nodiscard]] WithError integrate(const std::function<double(double)>& f, double low, double high);

}  // namespace qualm::detail
