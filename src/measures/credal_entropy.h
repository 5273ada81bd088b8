// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

namespace qualm::detail {

/// log x, where rest = 1 - x, with the digits of the smaller of the two.
[[nodiscard]] inline double log_of(double x, double rest) {
  return x > 0.5 ? std::log1p(-rest) : std::log(x);
}

/// The Shannon entropy in nats of probabilities that sum to one up to rounding. 1 - p of a class
/// above 1/2 is the sum of the others, so that near-certain predictions keep their digits. Sums in
/// the order of the classes.
[[nodiscard]] double entropy_of_point(std::span<const double> p);

/// entropy_of_point(p) - entropy_of_point(q), with the digits of p - q where they are close. Equal
/// points give exactly 0.
[[nodiscard]] double entropy_difference(std::span<const double> p, std::span<const double> q);

}  // namespace qualm::detail
