// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "plot/text_panels.h"

namespace qualm::plot {
namespace {

constexpr std::array<const char*, 9> bar_eighths = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The height of each column: of the bins that lie within it the highest.
std::vector<double> column_heights(const Histogram& histogram, const Scale& x,
                                   std::size_t columns) {
  std::vector<double> heights(columns, 0.0);
  for (std::size_t i = 0; i < histogram.heights.size(); ++i) {
    const double from = x(histogram.edges[i]).value_or(0.0);
    const double to = x(histogram.edges[i + 1]).value_or(0.0);
    if (!std::isfinite(histogram.heights[i])) continue;
    const double last = static_cast<double>(columns) - 1.0;
    const auto first = static_cast<std::size_t>(std::clamp(std::round(from), 0.0, last));
    const auto end = static_cast<std::size_t>(
        std::clamp(std::round(to), static_cast<double>(first) + 1.0, last + 1.0));
    for (std::size_t c = first; c < end; ++c)
      heights[c] = std::max(heights[c], histogram.heights[i]);
  }
  return heights;
}

void put_column(CellGrid& grid, std::size_t bottom, std::size_t column, std::size_t eighths,
                int color) {
  for (std::size_t row = bottom; eighths > 0; --row) {
    const std::size_t here = std::min<std::size_t>(eighths, 8);
    grid.put(row, column, {bar_eighths.at(here), color});
    eighths -= here;
  }
}

}  // namespace

std::string text_histograms(const TextPanel& in) {
  std::vector<const Histogram*> histograms;
  for (const Mark& mark : in.panel.marks) {
    if (const auto* histogram = std::get_if<Histogram>(&mark)) histograms.push_back(histogram);
  }
  const std::size_t left = axis_columns(in);
  const std::size_t columns = in.options.width - left;
  const std::size_t height = std::max<std::size_t>(3, in.options.height / histograms.size());
  const Scale x(in.ranges.x, in.panel.x.scale, 0.0, static_cast<double>(columns));
  const Scale y(in.ranges.y, in.panel.y.scale, 0.0, static_cast<double>(8 * height));
  std::string out;
  for (const Histogram* histogram : histograms) {
    const int color = terminal_color(in.styles(histogram->label, histogram->color).color);
    const bool is_last = histogram == histograms.back();
    CellGrid grid(height + (is_last ? 3 : 2), in.options.width);
    grid.put_text(0, left, histogram->label, color);
    put_axes(grid, 1, height, left, in, is_last);
    const auto heights = column_heights(*histogram, x, columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const double top =
          std::clamp(y(heights[c]).value_or(0.0), 0.0, static_cast<double>(8 * height));
      // What is there is seen, however small.
      const double shown = heights[c] > 0.0 ? std::max(1.0, std::round(top)) : 0.0;
      put_column(grid, height, left + c, static_cast<std::size_t>(shown), color);
    }
    out += grid.str(in.options.color);
  }
  return out;
}

}  // namespace qualm::plot
