// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "plot/cell_grid.h"
#include "plot/thin_line.h"

namespace qualm::plot {

/// Draws dots into braille characters, two by four in each. A cell has the colour that was drawn
/// into it last.
class DotCanvas {
 public:
  DotCanvas(std::size_t rows, std::size_t columns);

  [[nodiscard]] double width() const noexcept { return static_cast<double>(2 * columns_); }
  [[nodiscard]] double height() const noexcept { return static_cast<double>(4 * rows_); }

  using CellIndex = std::pair<std::size_t, std::size_t>;  ///< row, column

  /// A straight line between points in dots, cut off at the edge; with gaps if `dashed`. Appends
  /// the cells it passes to `trace`.
  void line(Point from, Point to, int color, bool dashed, std::vector<CellIndex>& trace);
  void dot(Point at, int color, std::vector<CellIndex>& trace);

  void copy_to(CellGrid& grid, std::size_t row, std::size_t column) const;

 private:
  struct Dots {
    std::uint8_t bits = 0;
    int color = no_color;
  };
  std::size_t rows_, columns_;
  std::vector<Dots> cells_;
};

}  // namespace qualm::plot
