// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/legend.h"

namespace qualm::plot {

/// Pixels; y grows downwards.
struct Box {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;

  [[nodiscard]] double width() const noexcept { return right - left; }
  [[nodiscard]] double height() const noexcept { return bottom - top; }
  void include(const Box& other) noexcept;
  [[nodiscard]] bool overlaps(const Box& other) const noexcept;
};

enum class Anchor { start, middle, end };

inline constexpr double tick_size = 11.0;
inline constexpr double label_size = 12.0;
inline constexpr double title_size = 13.0;
inline constexpr double figure_title_size = 16.0;

inline constexpr double tick_length = 4.0;

/// One line of text that has its place: (x, y) is on the baseline, where the anchor says.
struct Text {
  std::string text{};  ///< cleaned
  double x = 0.0;
  double y = 0.0;
  double size = tick_size;
  Anchor anchor = Anchor::start;
  int angle = 0;      ///< degrees, counter-clockwise
  bool halo = false;  ///< white around it, to be read above data
};

/// The smallest upright box around it.
[[nodiscard]] Box bounds(const Text& text);

struct PlacedSwatch {
  LegendEntry entry{};
  double x = 0.0;  ///< left end
  double y = 0.0;  ///< middle
};

inline constexpr double swatch_width = 26.0;

/// What is drawn around data: texts and swatches, and the box that holds them all.
struct Decoration {
  std::vector<Text> texts{};
  std::vector<PlacedSwatch> swatches{};
  Box bounds{};

  void add(Text text);
  /// Stacks lines downwards; the first has its top at `top`. Returns the bottom of the last.
  double add_lines(const std::vector<std::string>& lines, double x, double top, double size,
                   Anchor anchor);
  /// Takes over another decoration, moved by (dx, dy).
  void add(Decoration other, double dx, double dy);
};

/// Entries below each other, long labels wrapped. The top left corner is (0, 0).
[[nodiscard]] Decoration legend_column(const std::vector<LegendEntry>& entries);
/// Entries side by side, in as many rows as `max_width` asks for.
[[nodiscard]] Decoration legend_rows(const std::vector<LegendEntry>& entries, double max_width);

}  // namespace qualm::plot
