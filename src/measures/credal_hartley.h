// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measures/credal_interval.h"

namespace qualm::detail {

/// With more classes than this there are too many sets of classes.
inline constexpr std::size_t most_hartley_classes = 20;

/// The generalised Hartley measure, in nats, of the lower probability B -> min_m p_m(B) of the
/// members' hull: sum_B mass(B) log |B| with the Moebius inverse `mass`. From 0 for one member to
/// log K. A sum of positive terms over the 2^K sets: relative error 1e-12. Needs at most
/// most_hartley_classes classes.
[[nodiscard]] double hull_hartley(const MemberSet& set);

/// The same of the lower probability max(lower(B), 1 - upper(not B)) of intervals.
[[nodiscard]] double interval_hartley(const IntervalSet& set);

/// The weights w_b, b = 1 ... K - 1, in log K - sum_b w_b sum_{|B| = b} lower probability of B:
/// the integral of exp(-b t) (1 - exp(-t))^(K - b) / t. Place 0 and K hold 0. Relative error 1e-14.
[[nodiscard]] const std::vector<double>& hartley_weights(std::size_t n_classes);

}  // namespace qualm::detail
