// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace qualm::plot {

inline constexpr int no_color = -1;

/// One character of a terminal. Colours are numbers of the 256-colour table.
struct Cell {
  std::string glyph = " ";  ///< empty: covered by the wide character to the left
  int color = no_color;
  int background = no_color;
};

/// A part of a terminal's screen. What falls outside is not drawn.
class CellGrid {
 public:
  CellGrid(std::size_t rows, std::size_t columns)
      : columns_(columns), cells_(rows, std::vector<Cell>(columns)) {}

  [[nodiscard]] std::size_t rows() const noexcept { return cells_.size(); }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  void put(std::size_t row, std::size_t column, Cell cell);
  /// Cleaned text from a column to the right, cut with "…" at `max_columns` and the grid's edge.
  void put_text(std::size_t row, std::size_t column, std::string_view text, int color = no_color,
                std::size_t max_columns = static_cast<std::size_t>(-1));
  /// The same, ending before a column.
  void put_text_before(std::size_t row, std::size_t end_column, std::string_view text);

  /// Rows ended by '\n', blanks at their ends cut; ANSI colours only if asked for.
  [[nodiscard]] std::string str(bool color) const;

 private:
  std::size_t columns_;
  std::vector<std::vector<Cell>> cells_;
};

/// Columns that a terminal needs for a text: two for wide characters, none for combining ones.
[[nodiscard]] std::size_t column_width(std::string_view text);

}  // namespace qualm::plot
