// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace qualm::page {

/// Of every histogram of the page.
inline constexpr std::size_t n_bins = 40;
/// Steps of the slider: each is a point of every curve, so that what it shows was computed there.
inline constexpr std::size_t n_steps = 1000;

/// 0, 0.001, ..., 1.
[[nodiscard]] inline std::vector<double> slider_portions() {
  std::vector<double> portions;
  for (std::size_t i = 0; i <= n_steps; ++i) {
    portions.push_back(static_cast<double>(i) / static_cast<double>(n_steps));
  }
  return portions;
}

}  // namespace qualm::page
