// SPDX-License-Identifier: Apache-2.0
#include "report/text_table.h"

#include <algorithm>

namespace qualm::report {
namespace {

// Names of scores differ in their ends, so that a name is shortened only if it leaves no room for a
// single column.
constexpr std::size_t longest_name = 60, gap = 2, shortest_name = 8;

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
  std::size_t widest = 0, other_keys = 0;
  for (std::size_t column = 0; column < titles_.size(); ++column) {
    widths.push_back(column_width(column));
    if (column >= n_keys_) {
      widest = std::max(widest, gap + widths[column]);
    } else if (column > 0) {
      other_keys += gap + widths[column];
    }
  }
  widest += other_keys;
  widths[0] = std::min(widths[0], longest_name);
  if (width > 0 && widths[0] + widest > width) {
    const std::size_t left = width - std::min(width, widest);
    widths[0] = std::max(std::min(widths[0], shortest_name), left);
  }
  std::string result;
  for (std::size_t first = n_keys_; first < titles_.size() || first == n_keys_;) {
    std::size_t end = first, used = widths[0] + other_keys;
    while (end < titles_.size() &&
           (end == first || width == 0 || used + gap + widths[end] <= width)) {
      used += gap + widths[end++];
    }
    if (first > n_keys_) result += '\n';
    result += block(widths, first, end, color);
    first = std::max(end, first + 1);
  }
  return result;
}

std::string TextTable::block(const std::vector<std::size_t>& widths, std::size_t first,
                             std::size_t end, bool color) const {
  const auto line = [&](const std::vector<Cell>& cells) {
    std::string result =
        inked(pad_right(shortened_name(cells[0].text, widths[0]), widths[0]), cells[0].ink, color);
    for (std::size_t column = 1; column < end; ++column) {
      if (column >= n_keys_ && column < first) continue;
      // Blanks stay plain, so that an underline or background would not show on them.
      result += std::string(gap, ' ');
      result += inked(pad_left(cells[column].text, widths[column]), cells[column].ink, color);
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + '\n';
  };
  std::vector<Cell> heading;
  for (const std::string& title : titles_) heading.push_back({title, Ink::dim});
  std::string result = line(heading);
  for (const std::vector<Cell>& row : rows_) result += line(row);
  return result;
}

}  // namespace qualm::report
