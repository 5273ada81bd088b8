// SPDX-License-Identifier: Apache-2.0
#include "plot/svg_marks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plot/line_runs.h"

namespace qualm::plot {
namespace {

constexpr std::size_t most_points = 2000;
constexpr double curve_width = 1.8;
constexpr double band_opacity = 0.18;
constexpr double histogram_opacity = 0.4;
constexpr double dot_opacity = 0.7;
constexpr double dot_diameter = 6.0;

// Areas lie below curves, whatever the order of the marks.
enum class Layer { areas, bands, curves };

class Draw {
 public:
  Draw(SvgWriter& svg, const Panel& panel, const PanelLayout& layout, const StyleBook& styles,
       Layer layer)
      : svg_(svg), panel_(panel), layout_(layout), styles_(styles), layer_(layer) {}

  void operator()(const Line& line) const {
    const Style style = styles_(line.label, line.color, line.dash);
    if (layer_ == Layer::bands) {
      for (const Run& outline : band_outlines(line, layout_.x, layout_.y, most_points)) {
        svg_.area(path_along(outline).close(), {hex(style.color), band_opacity});
      }
    }
    if (layer_ != Layer::curves) return;
    PathData data;
    const std::size_t limit = line.step ? most_points / 2 : most_points;
    for (const Run& run : line_runs(line.x, line.y, layout_.x, layout_.y, limit)) {
      if (run.size() == 1) {
        svg_.circle(run[0].x, run[0].y, 1.2 * curve_width, {hex(style.color)});
      } else {
        append(data, line.step ? with_steps(run) : run);
      }
    }
    if (!data.empty()) svg_.path(data, {hex(style.color), curve_width, dash_array(style.dash)});
  }

  void operator()(const Histogram& histogram) const {
    if (layer_ != Layer::areas) return;
    const Style style = styles_(histogram.label, histogram.color);
    PathData outlines;
    for (const Run& run : outlines_of(histogram)) append(outlines, run);
    if (outlines.empty()) return;
    svg_.area(outlines, {hex(style.color), histogram_opacity});
    svg_.path(outlines, {hex(style.color), 1.2, dash_array(style.dash)});
  }

  void operator()(const Bars& bars) const {
    if (layer_ != Layer::areas) return;
    constexpr double part_of_slot = 0.8;
    const auto side_by_side = bars.stacked ? 1.0 : static_cast<double>(bars.series.size());
    const double width = part_of_slot / side_by_side;
    for (std::size_t k = 0; k < panel_.x.categories.size(); ++k) {
      double left = static_cast<double>(k) - part_of_slot / 2;
      double foot = 0.0;
      for (const BarSeries& series : bars.series) {
        const double value = series.values[k];
        if (std::isfinite(value) && value != 0.0) {
          bar(left, left + width, foot, foot + value, styles_(series.label, series.color));
        }
        if (bars.stacked) {
          foot += std::isfinite(value) ? value : 0.0;
        } else {
          left += width;
        }
      }
    }
  }

  void operator()(const Points& points) const {
    if (layer_ != Layer::curves) return;
    // Of the points that fall onto the same pixel one is enough.
    const double per_pixel = points.x.size() > most_points ? 1.0 : 100.0;
    std::vector<std::pair<long, long>> places;
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      const auto x = layout_.x(points.x[i]);
      const auto y = layout_.y(points.y[i]);
      if (x && y) places.emplace_back(std::lround(*x * per_pixel), std::lround(*y * per_pixel));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    PathData data;
    for (const auto& [x, y] : places) {
      data.dot(static_cast<double>(x) / per_pixel, static_cast<double>(y) / per_pixel);
    }
    const Style style = styles_(points.label, points.color);
    if (!data.empty()) {
      svg_.dots(data, {hex(style.color), dot_opacity}, places.size() > 500 ? 2.5 : dot_diameter);
    }
  }

  void operator()(const Reference& reference) const {
    if (layer_ != Layer::bands) return;
    const Style style = styles_(reference.label, reference.color, reference.dash);
    const Range x = layout_.x.range();
    const Range y = layout_.y.range();
    PathData data;
    switch (reference.kind) {
      case Reference::Kind::horizontal:
        append(data, line_between({x.lo, reference.value}, {x.hi, reference.value}));
        break;
      case Reference::Kind::vertical:
        append(data, line_between({reference.value, y.lo}, {reference.value, y.hi}));
        break;
      case Reference::Kind::diagonal: {
        const double lo = std::max(x.lo, y.lo);
        const double hi = std::min(x.hi, y.hi);
        if (lo < hi) append(data, line_between({lo, lo}, {hi, hi}));
        break;
      }
    }
    if (!data.empty()) svg_.path(data, {hex(style.color), 1.4, dash_array(style.dash)});
  }

  void operator()(const Note&) const {}
  void operator()(const Image&) const {}

 private:
  static void append(PathData& data, const Run& run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      i == 0 ? data.move_to(run[i].x, run[i].y) : data.line_to(run[i].x, run[i].y);
    }
  }
  static PathData path_along(const Run& run) {
    PathData data;
    append(data, run);
    return data;
  }

  // One for each stretch of bins that are not empty, from the base line and back to it.
  [[nodiscard]] std::vector<Run> outlines_of(const Histogram& histogram) const {
    const double base = baseline();
    std::vector<Run> outlines;
    bool open = false;
    for (std::size_t i = 0; i < histogram.heights.size(); ++i) {
      const bool was_open = std::exchange(open, histogram.heights[i] > 0.0);
      if (!open) continue;
      const double left = layout_.x(histogram.edges[i]).value_or(0.0);
      const double right = layout_.x(histogram.edges[i + 1]).value_or(0.0);
      const double y = layout_.y(histogram.heights[i]).value_or(base);
      if (was_open) {
        outlines.back().pop_back();
      } else {
        outlines.push_back({{left, base}});
      }
      outlines.back().insert(outlines.back().end(), {{left, y}, {right, y}, {right, base}});
    }
    return outlines;
  }

  // In several pieces, since a straight line is bent where one axis only is logarithmic.
  [[nodiscard]] Run line_between(Point from, Point to) const {
    const int pieces = layout_.x.is_log() == layout_.y.is_log() ? 1 : 64;
    Run run;
    for (int i = 0; i <= pieces; ++i) {
      const double part = static_cast<double>(i) / pieces;
      const auto x = layout_.x(std::lerp(from.x, to.x, part));
      const auto y = layout_.y(std::lerp(from.y, to.y, part));
      if (x && y) run.push_back({*x, *y});
    }
    return run;
  }

  // A log axis has no zero; bars stand on its lower end.
  [[nodiscard]] double baseline() const { return layout_.y(0.0).value_or(layout_.height); }

  void bar(double left, double right, double foot, double top, const Style& style) const {
    const double y1 = layout_.y(foot).value_or(baseline());
    const double y2 = layout_.y(top).value_or(baseline());
    svg_.rectangle({layout_.x(left).value_or(0.0), std::min(y1, y2), layout_.x(right).value_or(0.0),
                    std::max(y1, y2)},
                   {hex(style.color)});
  }

  SvgWriter& svg_;
  const Panel& panel_;
  const PanelLayout& layout_;
  const StyleBook& styles_;
  Layer layer_;
};

}  // namespace

void draw_marks(SvgWriter& svg, const Panel& panel, const PanelLayout& layout,
                const StyleBook& styles) {
  for (const Layer layer : {Layer::areas, Layer::bands, Layer::curves}) {
    for (const Mark& mark : panel.marks) {
      std::visit(Draw(svg, panel, layout, styles, layer), mark);
    }
  }
}

double overhang(const Panel& panel) {
  const bool has_dots = std::any_of(panel.marks.begin(), panel.marks.end(), [](const Mark& mark) {
    return std::holds_alternative<Points>(mark);
  });
  return has_dots ? dot_diameter / 2 : 1.0;
}

void draw_swatch(SvgWriter& svg, const PlacedSwatch& swatch) {
  const auto& [entry, x, y] = swatch;
  const std::string_view color = hex(entry.style.color);
  const std::string_view dash = dash_array(entry.style.dash);
  const Box block{x + 4.0, y - 5.0, x + swatch_width - 4.0, y + 5.0};
  switch (entry.swatch) {
    case Swatch::line_with_band:
      svg.rectangle({x, y - 5.0, x + swatch_width, y + 5.0}, {color, band_opacity});
      [[fallthrough]];
    case Swatch::line:
      svg.line(x, y, x + swatch_width, y, {color, curve_width, dash});
      break;
    case Swatch::histogram:
      svg.rectangle(block, {color, histogram_opacity});
      svg.frame(block, {color, 1.2, dash});
      break;
    case Swatch::bar:
      svg.rectangle(block, {color});
      break;
    case Swatch::points:
      svg.circle(x + swatch_width / 2, y, dot_diameter / 2, {color, dot_opacity});
      break;
  }
}

}  // namespace qualm::plot
