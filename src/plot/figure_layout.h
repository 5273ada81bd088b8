// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plot/panel_layout.h"
#include "plot/style.h"
#include "qualm/plot.h"

namespace qualm::plot {

struct PlacedPanel {
  PanelLayout layout;
  double x = 0.0;  ///< of the top left corner of its axes
  double y = 0.0;
};

struct FigureLayout {
  double width = 0.0;  ///< whole pixels
  double height = 0.0;
  std::vector<PlacedPanel> panels{};  ///< in the order of the figure
  Decoration decoration{};            ///< title and shared legend
};

/// Gives every part its place. The axes have the size that was asked for and stand in line; the
/// canvas is as large as the texts around them need, so nothing is cut off.
[[nodiscard]] FigureLayout lay_out(const Figure& figure, const StyleBook& styles);

}  // namespace qualm::plot
