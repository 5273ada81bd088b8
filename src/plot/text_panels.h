// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plot/cell_grid.h"
#include "plot/scale.h"
#include "plot/style.h"
#include "qualm/plot.h"

namespace qualm::plot {

/// What every kind of panel needs to draw itself as text.
struct TextPanel {
  const Panel& panel;
  const StyleBook& styles;
  Ranges ranges;
  TextOptions options;
};

/// Curves, points and outlines of histograms in braille, with a letter on each and a legend.
[[nodiscard]] std::string text_curves(const TextPanel& in);
/// Histograms below each other in eighth blocks, with one scale.
[[nodiscard]] std::string text_histograms(const TextPanel& in);
/// A row for each category (and series, unless stacked); of many categories the largest.
[[nodiscard]] std::string text_bars(const TextPanel& in);
/// Two pixels a character in colour, shades without.
[[nodiscard]] std::string text_image(const Image& image, const TextOptions& options);

/// Axes around `height` rows that start at `top`: the ends of the y axis are labelled left of
/// `left`, those of the x axis (if asked for) two rows below, beside its label.
void put_axes(CellGrid& grid, std::size_t top, std::size_t height, std::size_t left,
              const TextPanel& in, bool label_x);
/// Columns that put_axes needs to the left.
[[nodiscard]] std::size_t axis_columns(const TextPanel& in);

/// Entries of a legend, each a glyph and words, in as many rows as the width asks for.
struct TextKey {
  std::string glyph{};
  int color = no_color;
  std::string label{};
};
[[nodiscard]] std::string text_legend(const std::vector<TextKey>& keys, const TextOptions& options);

}  // namespace qualm::plot
