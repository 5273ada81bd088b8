// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plot/fit_text.h"
#include "plot/geometry.h"

namespace qualm::plot {
namespace {

constexpr double legend_text_size = tick_size;
constexpr double gap_to_label = 6.0;
constexpr double gap_between_entries = 16.0;
constexpr double widest_label = 230.0;
constexpr double legend_row_height = 18.0;
// The middle of small letters above the baseline, where a swatch looks level with its label.
constexpr double middle_of_letters = 0.3 * legend_text_size;

double add_entry(Decoration& legend, const LegendEntry& entry,
                 const std::vector<std::string>& lines, double x, double top) {
  const double baseline = top + ascent * legend_text_size;
  legend.swatches.push_back({entry, x, baseline - middle_of_letters});
  legend.bounds.include({x, top, x + swatch_width, top + legend_text_size});
  return legend.add_lines(lines, x + swatch_width + gap_to_label, top, legend_text_size,
                          Anchor::start);
}

}  // namespace

Decoration legend_column(const std::vector<LegendEntry>& entries) {
  Decoration legend;
  double top = 0.0;
  for (const LegendEntry& entry : entries) {
    const auto lines = wrap(entry.label, legend_text_size, widest_label, 3);
    top = add_entry(legend, entry, lines, 0.0, top) + (legend_row_height - legend_text_size);
  }
  return legend;
}

Decoration legend_rows(const std::vector<LegendEntry>& entries, double max_width) {
  Decoration legend;
  const double widest = std::max(40.0, max_width - swatch_width - gap_to_label);
  double x = 0.0;
  double top = 0.0;
  for (const LegendEntry& entry : entries) {
    const std::string label = shorten(entry.label, legend_text_size, widest);
    const double width = swatch_width + gap_to_label + text_width(label, legend_text_size);
    if (x > 0.0 && x + width > max_width) {
      x = 0.0;
      top += legend_row_height;
    }
    add_entry(legend, entry, {label}, x, top);
    x += width + gap_between_entries;
  }
  return legend;
}

}  // namespace qualm::plot
