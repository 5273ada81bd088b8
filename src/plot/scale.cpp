// SPDX-License-Identifier: Apache-2.0
#include "plot/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace qualm::plot {
namespace {

// Far enough from the largest double that differences and paddings stay finite.
constexpr double largest_value = 1e300;
constexpr double smallest_value = 1e-290;

// In lengths of the axis.
constexpr double farthest_part = 1000.0;

class Extent {
 public:
  Extent(const Axis& axis, Air air) : log_(axis.scale == AxisScale::log), air_(air) {}

  void include(double value) {
    if (!std::isfinite(value) || (log_ && value <= 0.0)) return;
    lo_ = std::min(lo_, value);
    hi_ = std::max(hi_, value);
  }
  void include(std::span<const double> values) {
    for (const double value : values) include(value);
  }
  /// Leaves a little air if there may be any, but does not cross zero for it.
  void pad() { padded_ = air_ == Air::some; }
  void start_at_zero() { from_zero_ = !log_; }

  [[nodiscard]] bool empty() const { return lo_ > hi_; }

  [[nodiscard]] Range range(const Axis& axis) const {
    double lo = empty() ? (log_ ? 0.1 : 0.0) : lo_;
    double hi = empty() ? 1.0 : hi_;
    if (from_zero_) {
      lo = std::min(lo, 0.0);
      hi = std::max(hi, 0.0);
    }
    if (padded_ && !empty()) pad(lo, hi);
    lo = std::clamp(axis.min.value_or(lo), log_ ? smallest_value : -largest_value, largest_value);
    hi = std::clamp(axis.max.value_or(hi), log_ ? smallest_value : -largest_value, largest_value);
    // All data lie beyond the limit that was given.
    if (hi < lo) (axis.min ? hi : lo) = axis.min ? lo : hi;
    widen(axis, lo, hi);
    return {lo, hi};
  }

 private:
  void pad(double& lo, double& hi) const {
    if (log_) {
      const double factor = std::exp(0.04 * (std::log(hi) - std::log(lo)));
      lo /= factor;
      hi *= factor;
      return;
    }
    const double air = 0.04 * std::min(hi - lo, largest_value);
    lo = lo >= 0.0 ? std::max(0.0, lo - air) : lo - air;
    hi = hi <= 0.0 ? std::min(0.0, hi + air) : hi + air;
  }

  // One value only, or several that no axis could tell apart: give them room around.
  void widen(const Axis& axis, double& lo, double& hi) const {
    const double size = std::max(std::abs(lo), std::abs(hi));
    if (hi - lo >= std::max(size * 1e-9, smallest_value)) return;
    const double room = log_ ? 0.5 * size : size < smallest_value ? 1.0 : 0.1 * size;
    const double floor = log_ || lo < 0.0 ? lo - room : std::max(0.0, lo - room);
    if (!axis.min) lo = log_ ? std::max(smallest_value, floor) : floor;
    if (!axis.max || axis.min) hi += room;
  }

  bool log_;
  Air air_;
  bool padded_ = false;
  bool from_zero_ = false;
  double lo_ = std::numeric_limits<double>::infinity();
  double hi_ = -std::numeric_limits<double>::infinity();
};

struct Collect {
  const Panel& panel;
  Extent& x;
  Extent& y;

  void operator()(const Line& line) const {
    x.include(line.x);
    y.include(line.y);
    y.include(line.lower);
    y.include(line.upper);
    y.pad();
  }
  void operator()(const Histogram& histogram) const {
    x.include(histogram.edges);
    y.include(histogram.heights);
    y.start_at_zero();
    y.pad();
  }
  void operator()(const Bars& bars) const {
    y.start_at_zero();
    y.pad();
    for (std::size_t k = 0; k < panel.x.categories.size(); ++k) {
      double sum = 0.0;
      for (const BarSeries& series : bars.series) {
        const double value = series.values[k];
        sum += std::isfinite(value) ? value : 0.0;
        y.include(bars.stacked ? sum : value);
      }
    }
  }
  void operator()(const Points& points) const {
    x.include(points.x);
    y.include(points.y);
    x.pad();
    y.pad();
  }
  void operator()(const Note& note) const {
    x.include(note.x);
    y.include(note.y);
  }
  void operator()(const Reference&) const {}
  void operator()(const Image&) const {}
};

Ranges ranges_of(const Axis& x_axis, const Axis& y_axis, std::span<const Panel* const> panels,
                 Air air) {
  Extent x(x_axis, air);
  Extent y(y_axis, air);
  for (const Panel* panel : panels) {
    for (const Mark& mark : panel->marks) std::visit(Collect{*panel, x, y}, mark);
  }
  const bool has_names = !x_axis.categories.empty();
  Ranges ranges{x.range(x_axis), y.range(y_axis), !y.empty() && (has_names || !x.empty())};
  if (has_names) {
    ranges.x = {-0.5, static_cast<double>(x_axis.categories.size()) - 0.5};
  }
  return ranges;
}

}  // namespace

Ranges data_ranges(const Panel& panel, Air air) {
  const Panel* const only = &panel;
  return ranges_of(panel.x, panel.y, {&only, 1}, air);
}

Ranges shared_ranges(const Figure& figure, Air air) {
  std::vector<const Panel*> panels;
  for (const Panel& panel : figure.panels) panels.push_back(&panel);
  if (panels.empty()) return {};
  return ranges_of(panels.front()->x, panels.front()->y, panels, air);
}

Scale::Scale(Range range, AxisScale kind, double from, double to)
    : range_(range), kind_(kind), from_(from), to_(to) {}

std::optional<double> Scale::operator()(double value) const {
  if (!std::isfinite(value) || (is_log() && value <= 0.0)) return std::nullopt;
  double part = 0.0;
  if (is_log()) {
    const double lo = std::log(range_.lo);
    part = (std::log(value) - lo) / (std::log(range_.hi) - lo);
  } else {
    part = (value - range_.lo) / (range_.hi - range_.lo);
  }
  return from_ + std::clamp(part, -farthest_part, farthest_part) * (to_ - from_);
}

}  // namespace qualm::plot
