// SPDX-License-Identifier: Apache-2.0
#include "plot/cell_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/utf8.h"
#include "plot/clean_text.h"

namespace qualm::plot {
namespace {

std::size_t width_of(std::u32string_view text) {
  std::size_t sum = 0;
  for (const char32_t c : text) sum += io::column_width(c);
  return sum;
}

std::u32string cut(std::u32string text, std::size_t max_columns) {
  if (width_of(text) <= max_columns) return text;
  if (max_columns == 0) return {};
  while (!text.empty() && width_of(text) + 1 > max_columns) text.pop_back();
  return text + U"…";
}

std::string escape_for(const Cell& cell) {
  std::string out = "\x1b[0";
  if (cell.color != no_color) out += fmt::format(";38;5;{}", cell.color);
  if (cell.background != no_color) out += fmt::format(";48;5;{}", cell.background);
  return out + "m";
}

bool is_blank(const Cell& cell) {
  return cell.glyph == " " && cell.background == no_color;
}

}  // namespace

std::size_t column_width(std::string_view text) {
  return width_of(to_code_points(text));
}

void CellGrid::put(std::size_t row, std::size_t column, Cell cell) {
  if (row < rows() && column < columns_) cells_[row][column] = std::move(cell);
}

void CellGrid::put_text(std::size_t row, std::size_t column, std::string_view text, int color,
                        std::size_t max_columns) {
  if (column >= columns_) return;
  const std::size_t room = std::min(max_columns, columns_ - column);
  // No terminal is that wide, and cutting measures anew for every character.
  const auto shown = cut(to_code_points(text.substr(0, 4096)), room);
  for (const char32_t c : shown) {
    const std::string glyph = io::encode_utf8(std::u32string(1, c));
    const std::size_t width = io::column_width(c);
    if (width == 0) {
      if (column > 0 && row < rows()) cells_[row][column - 1].glyph += glyph;
      continue;
    }
    put(row, column, {glyph, color});
    if (width == 2) put(row, column + 1, {"", color});
    column += width;
  }
}

void CellGrid::put_text_before(std::size_t row, std::size_t end_column, std::string_view text) {
  const std::size_t width = std::min(column_width(text), end_column);
  put_text(row, end_column - width, text, no_color, width);
}

std::string CellGrid::str(bool color) const {
  std::string out;
  for (const std::vector<Cell>& row : cells_) {
    const auto end = std::find_if_not(row.rbegin(), row.rend(), [color](const Cell& cell) {
                       return color ? is_blank(cell) : cell.glyph == " ";
                     }).base();
    Cell current;
    for (auto cell = row.begin(); cell != end; ++cell) {
      if (color && (cell->color != current.color || cell->background != current.background)) {
        out += escape_for(*cell);
        current = *cell;
      }
      out += cell->glyph;
    }
    if (current.color != no_color || current.background != no_color) out += "\x1b[0m";
    out += '\n';
  }
  return out;
}

}  // namespace qualm::plot
