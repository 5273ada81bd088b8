// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <span>

namespace qualm {

/// The sum of the terms, from the smallest to the greatest: the same bits whatever order they come
/// in. Sorts them. Needs terms that are not NaN.
[[nodiscard]] inline double sorted_sum(std::span<double> terms) {
  std::sort(terms.begin(), terms.end());
  return std::accumulate(terms.begin(), terms.end(), 0.0);
}

}  // namespace qualm
