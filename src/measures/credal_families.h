// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures/family.h"

// The set-valued families as the registry wants them, in nats: TU is the greatest entropy on a set
// of predictions, AU the least, EU their distance.
namespace qualm::detail {

[[nodiscard]] PartValues credal_parts(const Members& members, Arguments);
[[nodiscard]] double credal_hartley(const Members& members, Arguments);
[[nodiscard]] double credal_imprecision(const Members& members, Arguments);

/// These throw UndecidedValue where a search ends before the result is certain.
[[nodiscard]] PartValues credal_interval_parts(const Members& members, Arguments);
[[nodiscard]] double credal_interval_hartley(const Members& members, Arguments);
[[nodiscard]] double credal_interval_imprecision(const Members& members, Arguments);

[[nodiscard]] PartValues tv_ball_parts(const Members& members, Arguments radius);
[[nodiscard]] PartValues dirichlet_tv_ball(Point alpha, Arguments radius);

}  // namespace qualm::detail
