// SPDX-License-Identifier: Apache-2.0
#include "plot/dot_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/utf8.h"
#include "plot/clean_text.h"

namespace qualm::plot {
namespace {

// Bits of U+2800 + bits, by row and column of the dot within its cell.
constexpr std::array<std::array<std::uint8_t, 2>, 4> dot_bits = {
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

// Liang and Barsky: moves both ends onto the canvas; false if nothing of the line is on it.
bool clip(Point& from, Point& to, double width, double height) {
  double first = 0.0;
  double last = 1.0;
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const auto cut = [&first, &last](double change, double distance) {
    if (change == 0.0) return distance >= 0.0;
    const double at = distance / change;
    if (change < 0.0) {
      first = std::max(first, at);
    } else {
      last = std::min(last, at);
    }
    return first <= last;
  };
  if (!cut(-dx, from.x) || !cut(dx, width - from.x) || !cut(-dy, from.y) ||
      !cut(dy, height - from.y)) {
    return false;
  }
  const Point start = from;
  from = {start.x + first * dx, start.y + first * dy};
  to = {start.x + last * dx, start.y + last * dy};
  return true;
}

}  // namespace

DotCanvas::DotCanvas(std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), cells_(rows * columns) {}

void DotCanvas::dot(Point at, int color, std::vector<CellIndex>& trace) {
  if (!(at.x >= 0.0 && at.y >= 0.0 && at.x <= width() && at.y <= height())) return;
  // A point on the far edge belongs to the last dot.
  const auto x = std::min(static_cast<std::size_t>(at.x), 2 * columns_ - 1);
  const auto y = std::min(static_cast<std::size_t>(at.y), 4 * rows_ - 1);
  Dots& cell = cells_[y / 4 * columns_ + x / 2];
  cell.bits = static_cast<std::uint8_t>(cell.bits | dot_bits.at(y % 4).at(x % 2));
  cell.color = color;
  const CellIndex index{y / 4, x / 2};
  if (trace.empty() || trace.back() != index) trace.push_back(index);
}

void DotCanvas::line(Point from, Point to, int color, bool dashed, std::vector<CellIndex>& trace) {
  if (!clip(from, to, width(), height())) return;
  const double length = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
  // Two steps a dot: rounding then leaves no gaps.
  const auto steps = 2 * static_cast<std::size_t>(std::ceil(length));
  for (std::size_t i = 0; i <= steps; ++i) {
    if (dashed && i % 8 >= 4) continue;
    const double part = steps == 0 ? 0.0 : static_cast<double>(i) / static_cast<double>(steps);
    dot({std::lerp(from.x, to.x, part), std::lerp(from.y, to.y, part)}, color, trace);
  }
}

void DotCanvas::copy_to(CellGrid& grid, std::size_t row, std::size_t column) const {
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < columns_; ++c) {
      const Dots& cell = cells_[r * columns_ + c];
      if (cell.bits == 0) continue;
      const auto glyph = static_cast<char32_t>(0x2800U + cell.bits);
      grid.put(row + r, column + c, {io::encode_utf8(std::u32string(1, glyph)), cell.color});
    }
  }
}

}  // namespace qualm::plot
