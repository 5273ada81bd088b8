// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plot/fit_text.h"
#include "plot/geometry.h"

namespace qualm::plot {
namespace {

constexpr double kSize = kTickSize;
constexpr double kGapToLabel = 6.0;
constexpr double kGapBetweenEntries = 16.0;
constexpr double kWidestLabel = 230.0;
constexpr double kRowHeight = 18.0;
// The middle of small letters above the baseline, where a swatch looks level with its label.
constexpr double kMiddleOfLetters = 0.3 * kSize;

double add_entry(Decoration& legend, const LegendEntry& entry,
                 const std::vector<std::string>& lines, double x, double top) {
  const double baseline = top + kAscent * kSize;
  legend.swatches.push_back({entry, x, baseline - kMiddleOfLetters});
  legend.bounds.include({x, top, x + kSwatchWidth, top + kSize});
  return legend.add_lines(lines, x + kSwatchWidth + kGapToLabel, top, kSize, Anchor::start);
}

}  // namespace

Decoration legend_column(const std::vector<LegendEntry>& entries) {
  Decoration legend;
  double top = 0.0;
  for (const LegendEntry& entry : entries) {
    const auto lines = wrap(entry.label, kSize, kWidestLabel, 3);
    top = add_entry(legend, entry, lines, 0.0, top) + (kRowHeight - kSize);
  }
  return legend;
}

Decoration legend_rows(const std::vector<LegendEntry>& entries, double max_width) {
  Decoration legend;
  const double widest = std::max(40.0, max_width - kSwatchWidth - kGapToLabel);
  double x = 0.0;
  double top = 0.0;
  for (const LegendEntry& entry : entries) {
    const std::string label = shorten(entry.label, kSize, widest);
    const double width = kSwatchWidth + kGapToLabel + text_width(label, kSize);
    if (x > 0.0 && x + width > max_width) {
      x = 0.0;
      top += kRowHeight;
    }
    add_entry(legend, entry, {label}, x, top);
    x += width + kGapBetweenEntries;
  }
  return legend;
}

}  // namespace qualm::plot
