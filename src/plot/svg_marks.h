// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plot/panel_layout.h"
#include "plot/style.h"
#include "plot/svg_writer.h"

namespace qualm::plot {

/// Draws the data of a panel; (0, 0) is the top left corner of its axes. Notes are texts of the
/// layout and the picture stands outside of the axes, so neither is drawn here.
void draw_marks(SvgWriter& svg, const Panel& panel, const PanelLayout& layout,
                const StyleBook& styles);

/// How far marks at the edge of the axes reach beyond it: half a line, or half a dot.
[[nodiscard]] double overhang(const Panel& panel);

/// Draws the sample of a mark that stands in front of its label.
void draw_swatch(SvgWriter& svg, const PlacedSwatch& swatch);

}  // namespace qualm::plot
