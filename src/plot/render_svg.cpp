// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plot/describe.h"
#include "plot/figure_layout.h"
#include "plot/png_encoder.h"
#include "plot/svg_marks.h"
#include "plot/svg_writer.h"
#include "plot/validate.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

constexpr SvgWriter::Stroke grid_line{.color = "#e6e6e6"};
constexpr SvgWriter::Stroke axis_line{.color = "#555"};

// At the middle of a pixel a line of width one is crisp.
double crisp(double value) {
  return std::floor(value) + 0.5;
}

void draw_grid(SvgWriter& svg, const PlacedPanel& placed) {
  const PanelLayout& panel = placed.layout;
  for (const Tick& tick : panel.x_ticks) {
    const double x = crisp(placed.x + panel.x(tick.value).value_or(0.0));
    svg.line(x, placed.y, x, placed.y + panel.height, grid_line);
  }
  for (const Tick& tick : panel.y_ticks) {
    const double y = crisp(placed.y + panel.y(tick.value).value_or(0.0));
    svg.line(placed.x, y, placed.x + panel.width, y, grid_line);
  }
}

void draw_axes(SvgWriter& svg, const PlacedPanel& placed) {
  const PanelLayout& panel = placed.layout;
  const double left = crisp(placed.x);
  const double bottom = crisp(placed.y + panel.height);
  svg.line(left, placed.y, left, bottom, axis_line);
  svg.line(left, bottom, placed.x + panel.width, bottom, axis_line);
  for (const Tick& tick : panel.x_ticks) {
    const double x = crisp(placed.x + panel.x(tick.value).value_or(0.0));
    svg.line(x, bottom, x, bottom + tick_length, axis_line);
  }
  for (const Tick& tick : panel.y_ticks) {
    const double y = crisp(placed.y + panel.y(tick.value).value_or(0.0));
    svg.line(left - tick_length, y, left, y, axis_line);
  }
}

// librsvg smooths pictures that it enlarges, so small ones are enlarged before.
Image crisp_image(const Image& image, const Box& box) {
  const double factor = std::floor(2.0 * box.width() / static_cast<double>(image.width));
  return enlarge(image, static_cast<std::size_t>(std::max(1.0, factor)));
}

void draw(SvgWriter& svg, const Decoration& decoration, double dx, double dy) {
  for (PlacedSwatch swatch : decoration.swatches) {
    swatch.x += dx;
    swatch.y += dy;
    draw_swatch(svg, swatch);
  }
  for (Text text : decoration.texts) {
    text.x += dx;
    text.y += dy;
    svg.text(text);
  }
}

void draw_panel(SvgWriter& svg, const Panel& panel, const PlacedPanel& placed,
                const StyleBook& styles) {
  const PanelLayout& layout = placed.layout;
  if (layout.has_axes) {
    draw_grid(svg, placed);
    draw_axes(svg, placed);
    svg.open_clip({placed.x, placed.y, placed.x + layout.width, placed.y + layout.height},
                  overhang(panel));
    draw_marks(svg, panel, layout, styles);
    svg.close_clip();
  }
  if (layout.picture) {
    const Box& box = *layout.picture;
    const Box at{box.left + placed.x, box.top + placed.y, box.right + placed.x,
                 box.bottom + placed.y};
    svg.image(at, encode_png(crisp_image(*find_image(panel), at)));
    svg.frame(at, {.color = "#999"});
  }
  draw(svg, layout.decoration, placed.x, placed.y);
}

}  // namespace

std::string render_svg(const Figure& figure) {
  validate(figure);
  const StyleBook styles(figure);
  const FigureLayout layout = lay_out(figure, styles);
  SvgWriter svg;
  svg.open_document(layout.width, layout.height, figure.title.empty() ? "Plot" : figure.title,
                    figure.description.empty() ? describe(figure, styles) : figure.description);
  draw(svg, layout.decoration, 0.0, 0.0);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    draw_panel(svg, figure.panels[i], layout.panels[i], styles);
  }
  svg.close_document();
  return svg.take();
}

}  // namespace qualm::plot
