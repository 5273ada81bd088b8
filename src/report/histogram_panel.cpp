// SPDX-License-Identifier: Apache-2.0
#include "report/histogram_panel.h"

#include <fmt/format.h>

namespace qualm::report {

plot::Panel histogram_panel(std::string title, const Histogram& shares, std::string negative,
                            std::string positive) {
  plot::Panel panel{
      .title = std::move(title), .x = {.label = "score"}, .y = {.label = "share", .min = 0.0}};
  const auto add = [&](std::string label, const std::vector<double>& heights, plot::Color color) {
    if (heights.empty()) return;
    panel.marks.emplace_back(plot::Histogram{
        .label = std::move(label), .edges = shares.edges, .heights = heights, .color = color});
  };
  add(std::move(negative), shares.negative, plot::Color::blue);
  add(std::move(positive), shares.positive, plot::Color::vermillion);
  if (!shares.edges.empty()) {  // a scale that begins next to zero shows zero
    const double low = shares.edges.front(), high = shares.edges.back();
    if (low > 0 && low < 0.02 * high) panel.x.min = 0;
  }
  if (shares.overlap.is_defined()) {
    panel.notes.push_back(fmt::format("overlap {:.3f}", shares.overlap.value));
  }
  return panel;
}

}  // namespace qualm::report
