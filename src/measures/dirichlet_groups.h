// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace qualm::detail {

/// Equal concentrations, taken together: evidence is often missing for most classes.
struct AlphaGroup {
  double alpha;   ///< one concentration
  double others;  ///< alpha_0 - alpha
  double count;   ///< how many classes share it
};

/// The concentrations in falling order. A sum outside 1e-30 ... 1e20 is scaled to the nearer end,
/// and a concentration below 1e-60 counts as that.
struct SortedAlpha {
  double sum;                      ///< alpha_0
  AlphaGroup first;                ///< the most likely class, or one of them
  std::vector<AlphaGroup> others;  ///< all further classes
};
[[nodiscard]] SortedAlpha sort_alpha(std::span<const double> alpha);

/// Fewer groups, in falling order, with the same sum of count * f(alpha) to about 1e-14 of the
/// greatest |f|, for any f that is smooth on the scale of sqrt(alpha), as are all functions of
/// Gamma(alpha). Counts become real numbers, some of them negative. Groups below `smallest` are
/// left as they are.
[[nodiscard]] std::vector<AlphaGroup> compressed(const SortedAlpha& alpha, double smallest = 0);

/// alpha_0; like all sums here the same bits for any order of the classes.
[[nodiscard]] double sum_of(std::span<const double> alpha);

/// alpha_0 - alpha_k for each k: the sum of the others, so that a small rest keeps its digits.
[[nodiscard]] std::vector<double> sums_of_others(std::span<const double> alpha);

}  // namespace qualm::detail
