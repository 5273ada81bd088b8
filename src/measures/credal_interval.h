// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "measures/credal_members.h"

namespace qualm::detail {

/// All predictions with lower <= p <= upper in every class. Classes are in an order that follows
/// from the numbers.
struct IntervalSet {
  std::vector<double> lower, upper;
  std::vector<double> lower_rest, upper_rest;  ///< 1 - lower and 1 - upper, with their own digits

  [[nodiscard]] std::size_t n_classes() const noexcept { return lower.size(); }
  /// upper - lower
  [[nodiscard]] double width(std::size_t k) const noexcept {
    return lower[k] > 0.5 ? lower_rest[k] - upper_rest[k] : upper[k] - lower[k];
  }
};

/// The least and the greatest probability that a member gives each class.
[[nodiscard]] IntervalSet interval_set(const MemberSet& members);

/// What the other classes may get above their lower bounds where `rest` = 1 - p_k. Never below 0.
[[nodiscard]] double left_for_others(const IntervalSet& set, std::size_t k, double rest);

/// The prediction of greatest entropy: the one that is most nearly uniform, p_k = c within
/// [lower_k, upper_k], with the level c at which the sum is one.
[[nodiscard]] std::vector<double> interval_maximum(const IntervalSet& set);

}  // namespace qualm::detail
