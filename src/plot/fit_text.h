// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace qualm::plot {

// Measured in DejaVu Sans, the widest font of the stack that the SVG names: in any other the same
// text is narrower.

/// Above and below the baseline, as parts of the font size.
inline constexpr double ascent = 0.76;
inline constexpr double descent = 0.24;
/// From baseline to baseline.
inline constexpr double line_height = 1.25;

/// Pixels from the start to the end of a line of text at a font size.
[[nodiscard]] double text_width(std::string_view text, double size);

/// The cleaned text, cut and ended with "…" if it is wider than `max_width`.
[[nodiscard]] std::string shorten(std::string_view text, double size, double max_width);

/// The cleaned text in lines no wider than `max_width`, broken at spaces; what does not fit into
/// `max_lines` is cut. An empty text has no lines.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, double size, double max_width,
                                            std::size_t max_lines);

}  // namespace qualm::plot
