// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plot/dot_canvas.h"
#include "plot/line_runs.h"
#include "plot/text_panels.h"

namespace qualm::plot {
namespace {

constexpr std::size_t most_curve_points = 4000;

struct Curve {
  std::string label;
  int color = no_color;
  std::vector<DotCanvas::CellIndex> trace;
};

class DrawCurves {
 public:
  DrawCurves(const TextPanel& in, DotCanvas& canvas)
      : in_(in),
        canvas_(canvas),
        x_(in.ranges.x, in.panel.x.scale, 0.0, canvas.width()),
        y_(in.ranges.y, in.panel.y.scale, canvas.height(), 0.0) {}

  void operator()(const Line& line) {
    Curve& curve = start(line.label, in_.styles(line.label, line.color, line.dash));
    for (const Run& run : line_runs(line.x, line.y, x_, y_, most_curve_points)) {
      draw(line.step ? with_steps(run) : run, false, curve);
    }
  }
  void operator()(const Histogram& histogram) {
    if (histogram.heights.empty()) return;
    Curve& curve = start(histogram.label, in_.styles(histogram.label, histogram.color));
    std::vector<double> heights = histogram.heights;
    heights.push_back(0.0);
    Run run{{x_(histogram.edges[0]).value_or(0.0), canvas_.height()}};
    for (std::size_t i = 0; i < histogram.edges.size(); ++i) {
      run.push_back(
          {x_(histogram.edges[i]).value_or(0.0), y_(heights[i]).value_or(canvas_.height())});
    }
    draw(with_steps(run), false, curve);
  }
  void operator()(const Points& points) {
    Curve& curve = start(points.label, in_.styles(points.label, points.color));
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      const auto x = x_(points.x[i]);
      const auto y = y_(points.y[i]);
      if (x && y) canvas_.dot({*x, *y}, curve.color, curve.trace);
    }
  }
  void operator()(const Reference& reference) {
    Curve& curve =
        start(reference.label, in_.styles(reference.label, reference.color, reference.dash));
    const Range x = in_.ranges.x;
    const Range y = in_.ranges.y;
    const bool level = reference.kind == Reference::Kind::horizontal;
    const bool upright = reference.kind == Reference::Kind::vertical;
    const auto x1 = x_(upright ? reference.value : level ? x.lo : std::max(x.lo, y.lo));
    const auto x2 = x_(upright ? reference.value : level ? x.hi : std::min(x.hi, y.hi));
    const auto y1 = y_(level ? reference.value : upright ? y.lo : std::max(x.lo, y.lo));
    const auto y2 = y_(level ? reference.value : upright ? y.hi : std::min(x.hi, y.hi));
    if (x1 && x2 && y1 && y2) draw({{*x1, *y1}, {*x2, *y2}}, true, curve);
  }
  void operator()(const Bars&) {}
  void operator()(const Note&) {}
  void operator()(const Image&) {}

  [[nodiscard]] const std::vector<Curve>& curves() const { return curves_; }

 private:
  Curve& start(const std::string& label, const Style& style) {
    curves_.push_back({label, terminal_color(style.color), {}});
    return curves_.back();
  }
  void draw(const Run& run, bool dashed, Curve& curve) {
    if (run.size() == 1) canvas_.dot(run[0], curve.color, curve.trace);
    for (std::size_t i = 1; i < run.size(); ++i) {
      canvas_.line(run[i - 1], run[i], curve.color, dashed, curve.trace);
    }
  }

  const TextPanel& in_;
  DotCanvas& canvas_;
  Scale x_, y_;
  std::vector<Curve> curves_;
};

std::string letter(std::size_t number) {
  static constexpr std::string_view curve_letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return std::string(1, curve_letters[number % curve_letters.size()]);
}

}  // namespace

std::string text_curves(const TextPanel& in) {
  const std::size_t left = axis_columns(in);
  const std::size_t height = in.options.height;
  CellGrid grid(height + 2, in.options.width);
  put_axes(grid, 0, height, left, in, true);
  DotCanvas canvas(height, in.options.width - left);
  DrawCurves draw(in, canvas);
  for (const Mark& mark : in.panel.marks) std::visit(draw, mark);
  canvas.copy_to(grid, 0, left);

  // Each curve carries its letter at another place, so that they stay apart where curves meet.
  std::vector<TextKey> keys;
  std::vector<DotCanvas::CellIndex> taken;
  const auto& curves = draw.curves();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto& trace = curves[i].trace;
    if (curves[i].label.empty()) continue;
    const std::string sign = letter(keys.size());
    keys.push_back({sign, curves[i].color, curves[i].label});
    const std::size_t first = trace.size() * (2 * i + 1) / (2 * curves.size());
    for (std::size_t j = 0; j < trace.size(); ++j) {
      const auto cell = trace[(first + j) % trace.size()];
      if (std::find(taken.begin(), taken.end(), cell) != taken.end()) continue;
      taken.push_back(cell);
      grid.put(cell.first, left + cell.second, {sign, curves[i].color});
      break;
    }
  }
  return grid.str(in.options.color) + text_legend(keys, in.options);
}

}  // namespace qualm::plot
