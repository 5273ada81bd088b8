// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "plot/panel_layout.h"
#include "plot/text_panels.h"
#include "plot/validate.h"
#include "qualm/error.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

template <typename Kind>
bool has(const Panel& panel) {
  return std::any_of(panel.marks.begin(), panel.marks.end(),
                     [](const Mark& mark) { return std::holds_alternative<Kind>(mark); });
}

std::string text_line(const std::string& text, const TextOptions& options) {
  if (text.empty()) return "";
  CellGrid row(1, options.width);
  row.put_text(0, 0, text);
  return row.str(options.color);
}

std::string text_data(const TextPanel& in) {
  if (!in.ranges.has_data) {
    return has<Image>(in.panel) ? "" : text_line(" no data", in.options);
  }
  if (has<Bars>(in.panel)) return text_line(in.panel.y.label, in.options) + text_bars(in);
  const bool curves = has<Line>(in.panel) || has<Points>(in.panel);
  const bool strips = has<Histogram>(in.panel) && !curves;
  return text_line(in.panel.y.label, in.options) + (strips ? text_histograms(in) : text_curves(in));
}

}  // namespace

std::string render_text(const Figure& figure, const TextOptions& options) {
  validate(figure);
  if (options.width < 20 || options.width > 1000 || options.height < 3 || options.height > 1000) {
    throw_usage(
        fmt::format("plot: a terminal of {} columns and {} rows: give 20 to 1000 columns "
                    "and 3 to 1000 rows",
                    options.width, options.height));
  }
  const StyleBook styles(figure);
  std::string out = text_line(figure.title, options);
  for (const Panel& panel : figure.panels) {
    if (!out.empty()) out += '\n';
    out += text_line(panel.title, options);
    if (const Image* image = find_image(panel)) out += text_image(*image, options);
    const bool only_picture = has<Image>(panel) && panel.marks.size() == 1;
    Ranges ranges = data_ranges(panel, Air::none);
    if (figure.shared_axes) {
      const Ranges shared = shared_ranges(figure, Air::none);
      ranges.x = shared.x;
      ranges.y = shared.y;
    }
    if (!only_picture) out += text_data({panel, styles, ranges, options});
    for (const std::string& note : panel.notes) out += text_line(note, options);
  }
  return out;
}

}  // namespace qualm::plot
