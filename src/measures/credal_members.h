// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "qualm/measures/family.h"

namespace qualm::detail {

/// The members as a set of predictions: those of weight 0 are left out, each row is rescaled to sum
/// one, equal members and classes of probability 0 for all members are dropped. Rows and columns
/// are in an order that follows from the numbers, so that what is computed from here on does not
/// depend on the order of members or classes.
struct MemberSet {
  std::size_t n_members = 0, n_classes = 0;
  std::vector<double> points;  ///< n_members * n_classes
  std::vector<double> rests;   ///< 1 - points; above 1/2 by the sum of the other classes

  [[nodiscard]] std::span<const double> point(std::size_t m) const {
    return std::span(points).subspan(m * n_classes, n_classes);
  }
  [[nodiscard]] std::span<const double> rest(std::size_t m) const {
    return std::span(rests).subspan(m * n_classes, n_classes);
  }
  /// p_a - p_b of class k, from the side where the numbers are small.
  [[nodiscard]] double difference(std::size_t a, std::size_t b, std::size_t k) const {
    const double p = points[a * n_classes + k], q = points[b * n_classes + k];
    return p > 0.5 && q > 0.5 ? rests[b * n_classes + k] - rests[a * n_classes + k] : p - q;
  }
};

[[nodiscard]] MemberSet member_set(const Members& members);

}  // namespace qualm::detail
