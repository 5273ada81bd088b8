// SPDX-License-Identifier: Apache-2.0
#include "plot/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/clean_text.h"
#include "qualm/error.h"

namespace qualm::plot {
namespace {

class PanelCheck {
 public:
  PanelCheck(const Panel& panel, std::size_t number) : panel_(panel), number_(number) {}

  void operator()(const Line& line) const {
    same_length("line", line.label, "y", line.y.size(), "x", line.x.size());
    if (line.lower.empty() && line.upper.empty()) return;
    same_length("line", line.label, "lower", line.lower.size(), "x", line.x.size());
    same_length("line", line.label, "upper", line.upper.size(), "x", line.x.size());
  }
  void operator()(const Histogram& histogram) const {
    if (histogram.edges.empty() && histogram.heights.empty()) return;
    same_length("histogram", histogram.label, "edges", histogram.edges.size(), "heights plus one",
                histogram.heights.size() + 1);
    const auto& edges = histogram.edges;
    if (!std::all_of(edges.begin(), edges.end(), [](double e) { return std::isfinite(e); }) ||
        !std::is_sorted(edges.begin(), edges.end())) {
      fail("histogram", histogram.label, "has edges that are not finite and ascending");
    }
  }
  void operator()(const Bars& bars) const {
    for (const BarSeries& series : bars.series) {
      same_length("bars", series.label, "values", series.values.size(), "categories of the x axis",
                  panel_.x.categories.size());
    }
  }
  void operator()(const Points& points) const {
    same_length("points", points.label, "y", points.y.size(), "x", points.x.size());
  }
  void operator()(const Reference&) const {}
  void operator()(const Note&) const {}
  void operator()(const Image& image) const {
    if (image.channels != 1 && image.channels != 3) {
      fail("image", "", fmt::format("has {} channels: give 1 (grey) or 3 (RGB)", image.channels));
    }
    if (image.width == 0 || image.height == 0 || image.width > largest_image ||
        image.height > largest_image) {
      fail("image", "",
           fmt::format("is {}x{} pixels: each side must be 1 to {}", image.width, image.height,
                       largest_image));
    }
    same_length("image", "", "pixels", image.pixels.size(), "width*height*channels",
                image.width * image.height * image.channels);
  }

  void axis(const Axis& axis, const char* name) const {
    for (const auto& limit : {axis.min, axis.max}) {
      if (!limit) continue;
      if (!std::isfinite(*limit)) fail(name, axis.label, "has a limit that is not finite");
      if (axis.scale == AxisScale::log && *limit <= 0.0) {
        fail(name, axis.label, fmt::format("is logarithmic, its limit {} not positive", *limit));
      }
    }
    if (!axis.categories.empty() && axis.scale == AxisScale::log) {
      fail(name, axis.label, "has categories and so cannot be logarithmic");
    }
    if (axis.min && axis.max && *axis.min >= *axis.max) {
      fail(name, axis.label,
           fmt::format("has min {} and max {}: min must be below max", *axis.min, *axis.max));
    }
  }

 private:
  static constexpr std::size_t largest_image = 16384;

  [[noreturn]] void fail(const char* what, const std::string& label,
                         const std::string& problem) const {
    throw_usage(fmt::format("plot: panel {}: {}{}{} {}", number_, what, label.empty() ? "" : " ",
                            clean_text(label), problem));
  }
  void same_length(const char* what, const std::string& label, const char* a, std::size_t length_a,
                   const char* b, std::size_t length_b) const {
    if (length_a == length_b) return;
    fail(what, label,
         fmt::format("has {} {} for {} {}: the numbers must be equal", length_a, a, length_b, b));
  }

  const Panel& panel_;
  std::size_t number_;
};

}  // namespace

void validate(const Figure& figure) {
  if (figure.columns == 0) throw_usage("plot: a figure has at least 1 column, not 0");
  for (const double size : {figure.panel_width, figure.panel_height}) {
    if (!(size == 0.0 || (size >= 40.0 && size <= 10000.0))) {
      throw_usage(fmt::format("plot: panel size {}: give 40 to 10000 pixels, or 0", size));
    }
  }
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    const PanelCheck check(panel, i + 1);
    check.axis(panel.x, "x axis");
    check.axis(panel.y, "y axis");
    for (const Mark& mark : panel.marks) std::visit(check, mark);
    if (figure.shared_axes &&
        (panel.x.categories.size() != figure.panels[0].x.categories.size() ||
         panel.x.scale != figure.panels[0].x.scale || panel.y.scale != figure.panels[0].y.scale)) {
      throw_usage(fmt::format(
          "plot: panel {}: axes are shared, but differ in kind from those of panel 1", i + 1));
    }
  }
}

}  // namespace qualm::plot
