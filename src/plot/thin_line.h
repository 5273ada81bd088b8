// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace qualm::plot {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

/// The indices, ascending, of at most `limit` points (at least 2) that keep the look of a line: its
/// ends, and from each of limit - 2 equal stretches the point that spans the largest triangle with
/// the one kept before and the mean of the next stretch (Steinarsson 2013).
[[nodiscard]] std::vector<std::size_t> thin_line(std::span<const Point> points, std::size_t limit);

}  // namespace qualm::plot
