// SPDX-License-Identifier: Apache-2.0
#include "plot/geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "plot/fit_text.h"

namespace qualm::plot {

void Box::include(const Box& other) noexcept {
  left = std::min(left, other.left);
  top = std::min(top, other.top);
  right = std::max(right, other.right);
  bottom = std::max(bottom, other.bottom);
}

bool Box::overlaps(const Box& other) const noexcept {
  return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
}

Box bounds(const Text& text) {
  const double width = text_width(text.text, text.size);
  const double start = text.anchor == Anchor::start    ? 0.0
                       : text.anchor == Anchor::middle ? -width / 2
                                                       : -width;
  const double radians = -text.angle * std::numbers::pi / 180.0;
  const double cosine = std::cos(radians);
  const double sine = std::sin(radians);
  Box box{text.x, text.y, text.x, text.y};
  bool first = true;
  for (const double u : {start, start + width}) {
    for (const double v : {-ascent * text.size, descent * text.size}) {
      const double x = text.x + u * cosine - v * sine;
      const double y = text.y + u * sine + v * cosine;
      const Box corner{x, y, x, y};
      if (std::exchange(first, false)) box = corner;
      box.include(corner);
    }
  }
  return box;
}

void Decoration::add(Text text) {
  bounds.include(plot::bounds(text));
  texts.push_back(std::move(text));
}

double Decoration::add_lines(const std::vector<std::string>& lines, double x, double top,
                             double size, Anchor anchor) {
  for (const std::string& line : lines) {
    add(Text{.text = line, .x = x, .y = top + ascent * size, .size = size, .anchor = anchor});
    top += line_height * size;
  }
  return lines.empty() ? top : top - (line_height - ascent - descent) * size;
}

void Decoration::add(Decoration other, double dx, double dy) {
  for (Text& text : other.texts) {
    text.x += dx;
    text.y += dy;
    texts.push_back(std::move(text));
  }
  for (PlacedSwatch& swatch : other.swatches) {
    swatch.x += dx;
    swatch.y += dy;
    swatches.push_back(std::move(swatch));
  }
  bounds.include({other.bounds.left + dx, other.bounds.top + dy, other.bounds.right + dx,
                  other.bounds.bottom + dy});
}

}  // namespace qualm::plot
