// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace qualm::evaluation {

/// One pass over the points of a polyline with ascending x: drops those that lie within `tolerance`
/// (in y) of the line between their kept neighbours. Point has x and y. `generate` calls its
/// argument with each point in turn and stops when that returns false. Returns false if more than
/// max_points would have to be kept.
template <typename Point, typename Generate>
[[nodiscard]] bool thin_within(double tolerance, std::size_t max_points, const Generate& generate,
                               std::vector<Point>& kept) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // The slopes from the last kept point that pass every dropped point closely enough.
  double steepest_down = -infinity, steepest_up = infinity;
  Point last{}, previous{};
  bool is_first = true, has_previous = false;
  kept.clear();
  const auto narrow = [&](const Point& point) {
    const double width = point.x - last.x;
    const double down = (point.y - tolerance - last.y) / width;
    const double up = (point.y + tolerance - last.y) / width;
    if (down > steepest_down) steepest_down = down;
    if (up < steepest_up) steepest_up = up;
  };
  generate([&](const Point& point) {
    if (is_first) {
      is_first = false;
      last = point;
      kept.push_back(point);
      return true;
    }
    const double slope = (point.y - last.y) / (point.x - last.x);
    if (has_previous && (tolerance == 0 || slope < steepest_down || slope > steepest_up)) {
      kept.push_back(previous);
      last = previous;
      steepest_down = -infinity;
      steepest_up = infinity;
    }
    previous = point;
    has_previous = true;
    narrow(point);
    return kept.size() < max_points;
  });
  if (has_previous) kept.push_back(previous);
  return kept.size() <= max_points;
}

/// The points themselves if there are at most max_points (which must be at least 3), else those
/// that a tolerance leaves: the first of 2^-30, 2^-29, ... that is enough. Returns points and
/// tolerance.
template <typename Point, typename Generate>
[[nodiscard]] std::pair<std::vector<Point>, double> thin(std::size_t max_points,
                                                         const Generate& generate) {
  std::vector<Point> kept;
  double tolerance = 0;
  while (!thin_within(tolerance, max_points, generate, kept)) {
    tolerance = tolerance == 0 ? 0x1p-30 : 2 * tolerance;
  }
  return {std::move(kept), tolerance};
}

}  // namespace qualm::evaluation
