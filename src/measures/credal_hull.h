// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measures/credal_members.h"

namespace qualm::detail {

/// The least and the greatest entropy of a set of predictions, in nats.
struct EntropyBounds {
  double lower = 0, upper = 0;
  double difference = 0;  ///< upper - lower, with the digits of its own size
  double gap = 0;         ///< the greatest entropy is above `upper` by at most this
};

/// Over the convex hull of the members. One member gives a difference of exactly 0.
[[nodiscard]] EntropyBounds hull_entropy(const MemberSet& set);

}  // namespace qualm::detail
