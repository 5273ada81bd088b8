// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "evaluation/spread.h"
#include "qualm/evaluation/inference.h"

namespace qualm::evaluation {

/// Throws usage unless 0 < level < 1.
void check_level(double level);

[[nodiscard]] Interval no_interval(std::string reason);

/// value + rest is the greatest value there is, and the interval lies within: logit(value) +- t *
/// deviation, transformed back. Needs value > 0, rest > 0.
[[nodiscard]] Interval logit_interval(double value, double rest, const Spread& spread, double level,
                                      std::string method);

/// The same for values without a greatest one: log(value) +- t * deviation. Needs value > 0.
[[nodiscard]] Interval log_interval(double value, const Spread& spread, double level);

}  // namespace qualm::evaluation
