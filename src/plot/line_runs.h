// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "plot/scale.h"
#include "plot/thin_line.h"

namespace qualm::plot {

/// Points joined by a line, in pixels.
using Run = std::vector<Point>;

/// The curve in pixels, broken where a point has no place, at most `limit` points in all: long runs
/// are thinned, and of more than limit / 2 runs the longest are kept.
[[nodiscard]] std::vector<Run> line_runs(std::span<const double> x, std::span<const double> y,
                                         const Scale& to_x, const Scale& to_y, std::size_t limit);

/// As line_runs for both edges of a band; each result outlines one closed area. A band of a step
/// line has steps.
[[nodiscard]] std::vector<Run> band_outlines(const Line& line, const Scale& to_x, const Scale& to_y,
                                             std::size_t limit);

/// The corners of a step line: each height holds until the next point.
[[nodiscard]] Run with_steps(const Run& run);

}  // namespace qualm::plot
