// SPDX-License-Identifier: Apache-2.0
#include "plot/legend.h"

#include <algorithm>

#include "plot/clean_text.h"

namespace qualm::plot {
namespace {

struct Entries {
  const StyleBook& styles;
  std::vector<LegendEntry> found;

  void add(const std::string& label, Style style, Swatch swatch) {
    LegendEntry entry{clean_text(label), style, swatch};
    if (entry.label.empty()) return;
    if (std::find(found.begin(), found.end(), entry) == found.end()) {
      found.push_back(std::move(entry));
    }
  }
  void operator()(const Line& line) {
    add(line.label, styles(line.label, line.color, line.dash),
        line.lower.empty() ? Swatch::line : Swatch::line_with_band);
  }
  void operator()(const Histogram& histogram) {
    add(histogram.label, styles(histogram.label, histogram.color), Swatch::histogram);
  }
  void operator()(const Bars& bars) {
    for (const BarSeries& series : bars.series) {
      add(series.label, styles(series.label, series.color, Dash::solid), Swatch::bar);
    }
  }
  void operator()(const Points& points) {
    add(points.label, styles(points.label, points.color, Dash::solid), Swatch::points);
  }
  void operator()(const Reference& reference) {
    add(reference.label, styles(reference.label, reference.color, reference.dash), Swatch::line);
  }
  void operator()(const Note&) {}
  void operator()(const Image&) {}
};

}  // namespace

std::vector<LegendEntry> legend_entries(std::span<const Panel> panels, const StyleBook& styles) {
  Entries entries{styles, {}};
  for (const Panel& panel : panels) {
    for (const Mark& mark : panel.marks) std::visit(entries, mark);
  }
  return std::move(entries.found);
}

}  // namespace qualm::plot
