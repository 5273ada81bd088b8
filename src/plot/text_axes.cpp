// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plot/text_panels.h"
#include "plot/ticks.h"

namespace qualm::plot {

std::size_t axis_columns(const TextPanel& in) {
  const TickFormat format = in.panel.y.format;
  return 2 + std::max(column_width(short_number(in.ranges.y.lo, format)),
                      column_width(short_number(in.ranges.y.hi, format)));
}

void put_axes(CellGrid& grid, std::size_t top, std::size_t height, std::size_t left,
              const TextPanel& in, bool label_x) {
  const Axis& x = in.panel.x;
  const Axis& y = in.panel.y;
  const std::size_t bottom = top + height;
  for (std::size_t row = top; row < bottom; ++row) grid.put(row, left - 1, {"│"});
  grid.put(top, left - 1, {"┤"});
  grid.put(bottom - 1, left - 1, {"┤"});
  grid.put(bottom, left - 1, {"└"});
  for (std::size_t c = left; c < grid.columns(); ++c) grid.put(bottom, c, {"─"});
  grid.put_text_before(top, left - 1, short_number(in.ranges.y.hi, y.format));
  grid.put_text_before(bottom - 1, left - 1, short_number(in.ranges.y.lo, y.format));
  if (!label_x) return;

  const std::string lo = short_number(in.ranges.x.lo, x.format);
  const std::string hi = short_number(in.ranges.x.hi, x.format);
  grid.put_text(bottom + 1, left, lo);
  grid.put_text_before(bottom + 1, grid.columns(), hi);
  const std::size_t taken = left + column_width(lo) + column_width(hi) + 4;
  if (taken >= grid.columns()) return;
  const std::size_t room = grid.columns() - taken;
  const std::size_t width = std::min(column_width(x.label), room);
  grid.put_text(bottom + 1, left + column_width(lo) + 2 + (room - width) / 2, x.label, no_color,
                width);
}

std::string text_legend(const std::vector<TextKey>& keys, const TextOptions& options) {
  std::string out;
  std::size_t column = options.width;
  CellGrid row(1, options.width);
  bool any = false;
  for (const TextKey& key : keys) {
    const std::size_t width = std::min(column_width(key.label) + 3, options.width);
    if (column + width > options.width) {
      if (any) out += row.str(options.color);
      row = CellGrid(1, options.width);
      column = 1;
    }
    any = true;
    row.put_text(0, column, key.glyph, key.color);
    row.put_text(0, column + 2, key.label);
    column += width + 2;
  }
  return any ? out + row.str(options.color) : out;
}

}  // namespace qualm::plot
