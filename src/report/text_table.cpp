// SPDX-License-Identifier: Apache-2.0
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace qualm::report {
namespace {

constexpr std::size_t longest_name = 60, gap = 2;
// Names of scores are told apart by their ends, so columns go before a name gets this short; below
// that only the last column is left.
constexpr std::size_t short_name = 24, shortest_name = 8;

}  // namespace

std::size_t TextTable::column_width(std::size_t column) const {
  std::size_t width = display_width(titles_[column]);
  for (const std::vector<Cell>& row : rows_) {
    width = std::max(width, display_width(row[column].text));
  }
  return width;
}

std::string TextTable::text(std::size_t width, bool color) const {
  std::vector<std::size_t> widths;
  std::size_t needed = 0;
  for (std::size_t column = 0; column < titles_.size(); ++column) {
    widths.push_back(column_width(column));
    if (column > 0) needed += gap + widths[column];
  }
  widths[0] = std::min(widths[0], longest_name);
  std::size_t n_shown = titles_.size();
  if (width > 0) {
    const std::size_t least_name = std::min(widths[0], short_name);
    while (n_shown > 2 && least_name + needed > width) needed -= gap + widths[--n_shown];
    if (widths[0] + needed > width) {
      widths[0] = std::max(std::min(widths[0], shortest_name), width - std::min(width, needed));
    }
  }
  const auto line = [&](const std::vector<Cell>& cells) {
    std::string result;
    for (std::size_t column = 0; column < n_shown; ++column) {
      const Cell& cell = cells[column];
      const std::string padded = column == 0 ? pad_right(shortened(cell.text, widths[0]), widths[0])
                                             : pad_left(cell.text, widths[column]);
      // Blanks stay plain, so that an underline or background would not show on them.
      if (column > 0) result += std::string(gap, ' ');
      result += inked(padded, cell.ink, color);
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + '\n';
  };
  std::vector<Cell> heading;
  for (const std::string& title : titles_) heading.push_back({title, Ink::dim});
  std::string result = line(heading);
  for (const std::vector<Cell>& row : rows_) result += line(row);
  if (n_shown < titles_.size()) {
    const std::vector<std::string> left_out(titles_.begin() + static_cast<std::ptrdiff_t>(n_shown),
                                            titles_.end());
    result += wrapped(fmt::format("No room here for {}\n", fmt::join(left_out, ", ")), width);
  }
  return result;
}

}  // namespace qualm::report
