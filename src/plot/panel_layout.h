// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "plot/geometry.h"
#include "plot/scale.h"
#include "plot/ticks.h"
#include "qualm/plot.h"

namespace qualm::plot {

/// What a figure decides for one of its panels.
struct PanelFrame {
  double width = 0.0;  ///< of the axes
  double height = 0.0;
  Ranges ranges{};
  bool labels_x = true;
  bool labels_y = true;
  std::vector<LegendEntry> legend{};  ///< below this panel; empty: none
};

/// A panel whose every part has its place; (0, 0) is the top left corner of the axes.
struct PanelLayout {
  double width = 0.0;
  double height = 0.0;
  bool has_axes = true;
  Scale x;
  Scale y;
  std::vector<Tick> x_ticks{};
  std::vector<Tick> y_ticks{};
  std::optional<Box> picture{};
  Decoration decoration{};  ///< its bounds also hold the axes and the picture
};

[[nodiscard]] const Image* find_image(const Panel& panel);

[[nodiscard]] PanelLayout lay_out(const Panel& panel, const PanelFrame& frame);

}  // namespace qualm::plot
