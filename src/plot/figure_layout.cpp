// SPDX-License-Identifier: Apache-2.0
#include "plot/figure_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plot/fit_text.h"

namespace qualm::plot {
namespace {

constexpr double figure_margin = 12.0;
constexpr double gap_of_panels = 18.0;

struct Size {
  double width;
  double height;
};
Size default_size(std::size_t columns) {
  if (columns == 1) return {460.0, 300.0};
  if (columns == 2) return {330.0, 230.0};
  return {240.0, 170.0};
}

LegendPlace place_of_legend(const Figure& figure) {
  if (figure.legend != LegendPlace::automatic) return figure.legend;
  return figure.panels.size() <= 1 ? LegendPlace::right : LegendPlace::below;
}

std::vector<PanelLayout> lay_out_panels(const Figure& figure, const StyleBook& styles) {
  const Size size = default_size(figure.columns);
  const bool own_legend = place_of_legend(figure) == LegendPlace::each_panel;
  const Ranges shared = figure.shared_axes ? shared_ranges(figure) : Ranges{};
  std::vector<PanelLayout> layouts;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    PanelFrame frame;
    frame.width = figure.panel_width > 0.0 ? figure.panel_width : size.width;
    frame.height = figure.panel_height > 0.0 ? figure.panel_height : size.height;
    frame.ranges = data_ranges(panel);
    if (figure.shared_axes) {
      frame.ranges.x = shared.x;
      frame.ranges.y = shared.y;
      frame.labels_x = i + figure.columns >= figure.panels.size();
      frame.labels_y = i % figure.columns == 0;
    }
    if (own_legend) frame.legend = legend_entries({&panel, 1}, styles);
    layouts.push_back(lay_out(panel, frame));
  }
  return layouts;
}

// Along one direction: what each row (or column) of the grid needs before and after its axes.
class Track {
 public:
  explicit Track(std::size_t count) : before_(count), length_(count), after_(count) {}

  // In whole pixels, so that axes and grid lines are crisp.
  void need(std::size_t index, double before, double length, double after) {
    before_[index] = std::max(before_[index], std::ceil(before));
    length_[index] = std::max(length_[index], std::ceil(length));
    after_[index] = std::max(after_[index], std::ceil(after));
  }
  [[nodiscard]] double start(std::size_t index) const {
    double at = before_.empty() ? 0.0 : before_[0];
    for (std::size_t i = 0; i < index; ++i)
      at += length_[i] + after_[i] + gap_of_panels + before_[i + 1];
    return at;
  }
  [[nodiscard]] double end() const {
    return before_.empty() ? 0.0 : start(before_.size() - 1) + length_.back() + after_.back();
  }

 private:
  std::vector<double> before_, length_, after_;
};

// The figure's title and legend stand in line with the titles of the first column.
double start_of_titles(const std::vector<PanelLayout>& layouts, std::size_t columns,
                       double start_of_axes) {
  double start = start_of_axes;
  for (std::size_t i = 0; i < layouts.size(); i += columns) {
    const PanelLayout& panel = layouts[i];
    if (panel.picture && panel.has_axes) {
      start = std::min(start, start_of_axes + panel.picture->left);
    }
  }
  return start;
}

}  // namespace

FigureLayout lay_out(const Figure& figure, const StyleBook& styles) {
  std::vector<PanelLayout> layouts = lay_out_panels(figure, styles);
  const std::size_t columns = std::min(figure.columns, layouts.size());
  Track across(columns);
  Track down(columns == 0 ? 0 : (layouts.size() + columns - 1) / columns);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Box& box = layouts[i].decoration.bounds;
    const PanelLayout& panel = layouts[i];
    across.need(i % columns, -box.left, panel.width, box.right - panel.width);
    down.need(i / columns, -box.top, panel.height, box.bottom - panel.height);
  }

  const double content_width = columns == 0 ? 300.0 : std::max(across.end(), 120.0);
  const double left = figure_margin + start_of_titles(layouts, columns, across.start(0));
  const LegendPlace place = place_of_legend(figure);
  const bool beside = place == LegendPlace::right;
  Decoration legend;
  if (beside || place == LegendPlace::below) {
    const auto entries = legend_entries(figure.panels, styles);
    legend = beside ? legend_column(entries)
                    : legend_rows(entries, figure_margin + content_width - left);
  }

  FigureLayout result;
  const double right =
      figure_margin + content_width + (beside ? gap_of_panels + legend.bounds.right : 0.0);
  const auto title = wrap(figure.title, figure_title_size, right - left, 3);
  double top =
      result.decoration.add_lines(title, left, figure_margin, figure_title_size, Anchor::start);
  top = std::ceil(top + (title.empty() ? 0.0 : 10.0));
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    result.panels.push_back({std::move(layouts[i]), figure_margin + across.start(i % columns),
                             top + down.start(i / columns)});
  }
  const double bottom = top + down.end();
  result.decoration.bounds.include({0.0, 0.0, figure_margin + content_width, bottom});
  if (!legend.texts.empty()) {
    const double y = result.panels.empty() ? top : result.panels.front().y;
    if (beside) {
      result.decoration.add(std::move(legend), figure_margin + content_width + gap_of_panels,
                            y + 2.0);
    } else {
      result.decoration.add(std::move(legend), left, bottom + 14.0);
    }
  }
  result.width = std::ceil(result.decoration.bounds.right + figure_margin);
  result.height = std::ceil(result.decoration.bounds.bottom + figure_margin);
  return result;
}

}  // namespace qualm::plot
