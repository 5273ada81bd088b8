// SPDX-License-Identifier: Apache-2.0
#include "plot/style.h"

#include <algorithm>
#include <array>
#include <set>

namespace qualm::plot {
namespace {

struct ColorRow {
  Color color;
  std::string_view hex;
  int terminal;
};
// Okabe and Ito without yellow, which is too pale for lines on white.
constexpr std::array<ColorRow, 8> color_rows = {{{Color::blue, "#0072b2", 32},
                                                 {Color::vermillion, "#d55e00", 166},
                                                 {Color::green, "#009e73", 36},
                                                 {Color::purple, "#cc79a7", 175},
                                                 {Color::orange, "#e69f00", 178},
                                                 {Color::sky, "#56b4e9", 74},
                                                 {Color::black, "#000000", -1},
                                                 {Color::grey, "#707070", 244}}};
// Black and grey are kept for references.
constexpr std::size_t automatic_colors = 6;

struct DashRow {
  Dash dash;
  std::string_view array;
};
// Five dashes and six colours: thirty labels before two look the same.
constexpr std::array<DashRow, 5> dash_rows = {{{Dash::solid, ""},
                                               {Dash::dashed, "7 3"},
                                               {Dash::dotted, "2 2.5"},
                                               {Dash::dash_dot, "8 3 2 3"},
                                               {Dash::long_dash, "14 4"}}};

const ColorRow& row_of(Color color) {
  const auto* row = std::find_if(color_rows.begin(), color_rows.end(),
                                 [color](const ColorRow& r) { return r.color == color; });
  return row == color_rows.end() ? color_rows.front() : *row;
}

struct Numbering {
  std::map<std::string_view, StyleBook::Numbers>& numbers;
  std::set<Color>& colors;
  std::size_t n_automatic = 0;

  void add(std::string_view label, Color color) {
    colors.insert(color);
    const bool is_new = numbers.try_emplace(label, numbers.size(), n_automatic).second;
    if (is_new && color == Color::automatic) ++n_automatic;
  }
  void operator()(const Line& line) { add(line.label, line.color); }
  void operator()(const Histogram& histogram) { add(histogram.label, histogram.color); }
  void operator()(const Points& points) { add(points.label, points.color); }
  void operator()(const Bars& bars) {
    for (const BarSeries& series : bars.series) add(series.label, series.color);
  }
  void operator()(const Reference& reference) {
    colors.insert(reference.color);
    if (reference.color == Color::automatic) add(reference.label, reference.color);
  }
  void operator()(const Note&) {}
  void operator()(const Image&) {}
};

}  // namespace

std::string_view hex(Color color) {
  return row_of(color).hex;
}

int terminal_color(Color color) {
  return row_of(color).terminal;
}

std::string_view dash_array(Dash dash) {
  const auto* row = std::find_if(dash_rows.begin(), dash_rows.end(),
                                 [dash](const DashRow& r) { return r.dash == dash; });
  return row == dash_rows.end() ? std::string_view() : row->array;
}

StyleBook::StyleBook(const Figure& figure) {
  std::set<Color> taken;
  Numbering numbering{numbers_, taken};
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) std::visit(numbering, mark);
  }
  for (std::size_t i = 0; i < automatic_colors; ++i) {
    const Color color = color_rows.at(i).color;
    if (!taken.contains(color)) palette_.push_back(color);
  }
  if (palette_.empty()) palette_.push_back(color_rows.front().color);
}

Style StyleBook::operator()(std::string_view label, Color color, Dash dash) const {
  const auto found = numbers_.find(label);
  const Numbers n = found == numbers_.end() ? Numbers(0, 0) : found->second;
  return {color == Color::automatic ? palette_[n.color % palette_.size()] : color,
          dash == Dash::automatic ? dash_rows.at(n.label % dash_rows.size()).dash : dash, n.label};
}

}  // namespace qualm::plot
