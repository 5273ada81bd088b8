// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "plot/text_panels.h"
#include "plot/ticks.h"

namespace qualm::plot {
namespace {

constexpr std::array<const char*, 4> bar_fills = {"█", "▒", "▓", "░"};

double finite(double value) {
  return std::isfinite(value) ? value : 0.0;
}

double sum_of(const Bars& bars, std::size_t category) {
  double sum = 0.0;
  for (const BarSeries& series : bars.series) sum += finite(series.values[category]);
  return sum;
}

// The categories to show, in their own order: the largest ones where there are too many.
std::vector<std::size_t> chosen(const Bars& bars, std::size_t n, std::size_t limit) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (n <= limit) return all;
  std::stable_sort(all.begin(), all.end(), [&bars](std::size_t a, std::size_t b) {
    return sum_of(bars, a) > sum_of(bars, b);
  });
  all.resize(limit);
  std::sort(all.begin(), all.end());
  return all;
}

class BarRows {
 public:
  BarRows(const TextPanel& in, std::size_t name_columns)
      : in_(in),
        left_(name_columns + 2),
        value_columns_(8),
        scale_(in.ranges.y, in.panel.y.scale, 0.0,
               static_cast<double>(in.options.width - left_ - value_columns_)) {}

  std::string stacked(const Bars& bars, std::size_t category) const {
    CellGrid grid = named_row(in_.panel.x.categories[category]);
    double foot = 0.0;
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
      const double top = foot + finite(bars.series[s].values[category]);
      fill(grid, foot, top, bars.series[s], s);
      foot = top;
    }
    return with_value(grid, foot);
  }
  std::string side_by_side(const Bars& bars, std::size_t category) const {
    std::string out;
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
      CellGrid grid = named_row(s == 0 ? in_.panel.x.categories[category] : "");
      const double value = bars.series[s].values[category];
      fill(grid, 0.0, finite(value), bars.series[s], s);
      out += with_value(grid, finite(value));
    }
    return out;
  }

 private:
  [[nodiscard]] CellGrid named_row(const std::string& name) const {
    CellGrid grid(1, in_.options.width);
    grid.put_text_before(0, left_ - 2, name);
    grid.put(0, left_ - 1, {"│"});
    return grid;
  }
  [[nodiscard]] std::size_t column_of(double value) const {
    const double end = static_cast<double>(in_.options.width - value_columns_ - left_);
    return left_ +
           static_cast<std::size_t>(std::clamp(std::round(scale_(value).value_or(0.0)), 0.0, end));
  }
  void fill(CellGrid& grid, double from, double to, const BarSeries& series, std::size_t s) const {
    const int color = terminal_color(in_.styles(series.label, series.color).color);
    for (std::size_t c = column_of(from); c < column_of(to); ++c) {
      grid.put(0, c, {bar_fills.at(s % bar_fills.size()), color});
    }
  }
  std::string with_value(CellGrid& grid, double value) const {
    grid.put_text(0, column_of(value) + 1,
                  aligned_number(value, in_.ranges.y.hi, in_.panel.y.format));
    return grid.str(in_.options.color);
  }

  const TextPanel& in_;
  std::size_t left_;
  std::size_t value_columns_;
  Scale scale_;
};

}  // namespace

std::string text_bars(const TextPanel& in) {
  const auto& names = in.panel.x.categories;
  std::size_t widest = 0;
  for (const std::string& name : names) widest = std::max(widest, column_width(name));
  const BarRows rows(in, std::min(widest, in.options.width / 3));
  const std::size_t limit = std::max<std::size_t>(in.options.height, 10);
  std::string out;
  std::vector<TextKey> keys;
  for (const Mark& mark : in.panel.marks) {
    const auto* bars = std::get_if<Bars>(&mark);
    if (bars == nullptr) continue;
    for (const std::size_t k : chosen(*bars, names.size(), limit)) {
      out += bars->stacked ? rows.stacked(*bars, k) : rows.side_by_side(*bars, k);
    }
    for (std::size_t s = 0; s < bars->series.size(); ++s) {
      const BarSeries& series = bars->series[s];
      if (series.label.empty()) continue;
      keys.push_back({bar_fills.at(s % bar_fills.size()),
                      terminal_color(in.styles(series.label, series.color).color), series.label});
    }
  }
  if (names.size() > limit) {
    out += fmt::format(" the largest {} of {}\n", limit, names.size());
  }
  return out + text_legend(keys, in.options);
}

}  // namespace qualm::plot
