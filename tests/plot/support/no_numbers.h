// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace qualm::plot {

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace qualm::plot
