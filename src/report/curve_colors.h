// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>

#include "qualm/plot.h"

namespace qualm::report {

/// The colour of the i-th score, the same in every panel. Said here, as the colours that histograms
/// take would else be missing among those given automatically.
[[nodiscard]] constexpr plot::Color curve_color(std::size_t i) {
  constexpr plot::Color colors[] = {plot::Color::blue,   plot::Color::vermillion,
                                    plot::Color::green,  plot::Color::purple,
                                    plot::Color::orange, plot::Color::sky};
  return colors[i % std::size(colors)];
}
/// Its dash, for labels that differ from panel to panel.
[[nodiscard]] constexpr plot::Dash curve_dash(std::size_t i) {
  constexpr plot::Dash dashes[] = {plot::Dash::solid, plot::Dash::dashed, plot::Dash::dotted,
                                   plot::Dash::dash_dot, plot::Dash::long_dash};
  return dashes[i % std::size(dashes)];
}

}  // namespace qualm::report
