// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plot/style.h"
#include "qualm/plot.h"

namespace qualm::plot {

enum class Swatch { line, line_with_band, histogram, bar, points };

struct LegendEntry {
  std::string label{};  ///< cleaned, never empty
  Style style{};
  Swatch swatch = Swatch::line;

  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

/// The labelled marks of some panels in order of appearance, each once.
[[nodiscard]] std::vector<LegendEntry> legend_entries(std::span<const Panel> panels,
                                                      const StyleBook& styles);

}  // namespace qualm::plot
