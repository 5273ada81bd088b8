// SPDX-License-Identifier: Apache-2.0
#include "plot/thin_line.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qualm::plot {
namespace {

Point mean(std::span<const Point> points) {
  Point sum;
  for (const Point& p : points) {
    sum.x += p.x;
    sum.y += p.y;
  }
  const auto n = static_cast<double>(points.size());
  return {sum.x / n, sum.y / n};
}

double doubled_triangle(const Point& a, const Point& b, const Point& c) {
  return std::abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y));
}

}  // namespace

std::vector<std::size_t> thin_line(std::span<const Point> points, std::size_t limit) {
  limit = std::max<std::size_t>(limit, 2);
  std::vector<std::size_t> kept;
  if (points.size() <= limit) {
    kept.resize(points.size());
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return kept;
  }
  kept.push_back(0);
  const std::size_t inner = points.size() - 2;
  const std::size_t stretches = limit - 2;
  const auto start_of = [inner, stretches](std::size_t i) { return 1 + i * inner / stretches; };
  for (std::size_t i = 0; i < stretches; ++i) {
    const std::size_t begin = start_of(i);
    const std::size_t end = start_of(i + 1);
    const Point next =
        i + 1 == stretches ? points.back() : mean(points.subspan(end, start_of(i + 2) - end));
    std::size_t best = begin;
    double largest = -1.0;
    for (std::size_t j = begin; j < end; ++j) {
      const double area = doubled_triangle(points[kept.back()], points[j], next);
      if (area > largest) {
        largest = area;
        best = j;
      }
    }
    kept.push_back(best);
  }
  kept.push_back(points.size() - 1);
  return kept;
}

}  // namespace qualm::plot
