// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qualm/plot.h"

namespace qualm::plot {

struct Tick {
  double value = 0.0;
  std::string label{};

  friend bool operator==(const Tick&, const Tick&) = default;
};

/// Round numbers within [lo, hi]: multiples of the finest step of the form {1,2,5}·10^n that gives
/// at most `max_count` of them (at least 1). Needs lo < hi, both finite.
[[nodiscard]] std::vector<Tick> linear_ticks(double lo, double hi, std::size_t max_count,
                                             TickFormat format);

/// Powers of ten within [lo, hi], also 2· and 5· where there is room, every n-th where there is
/// not; linear_ticks where they would be fewer than two. Needs 0 < lo < hi, both finite.
[[nodiscard]] std::vector<Tick> log_ticks(double lo, double hi, std::size_t max_count,
                                          TickFormat format);

/// A single number in about three digits, as a tick would show it.
[[nodiscard]] std::string short_number(double value, TickFormat format);
/// With as many decimals as the largest of its column needs for three digits.
[[nodiscard]] std::string aligned_number(double value, double largest, TickFormat format);

}  // namespace qualm::plot
