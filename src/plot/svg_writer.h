// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plot/geometry.h"

namespace qualm::plot {

/// At most two decimals, no trailing zeros, never "-0"; for what is not finite "0".
[[nodiscard]] std::string svg_number(double value);

/// Cleaned text, safe between tags and within quotes.
[[nodiscard]] std::string xml_escape(std::string_view text);

/// The value of a path's `d`, built point by point.
class PathData {
 public:
  PathData& move_to(double x, double y) { return add('M', x, y); }
  PathData& line_to(double x, double y) { return add('L', x, y); }
  PathData& close();
  /// A line of no length, to be drawn with round ends.
  PathData& dot(double x, double y);
  [[nodiscard]] bool empty() const noexcept { return data_.empty(); }
  [[nodiscard]] const std::string& str() const noexcept { return data_; }

 private:
  PathData& add(char command, double x, double y);
  std::string data_;
};

/// Puts elements together; knows nothing of figures. Colours are SVG's, lengths are pixels.
class SvgWriter {
 public:
  void open_document(double width, double height, std::string_view title,
                     std::string_view description);
  void close_document() { out_ += "</svg>\n"; }

  /// What follows is drawn within the box and cut off `overhang` outside of it, so that a line
  /// along its edge keeps its width; its (0, 0) is the top left corner.
  void open_clip(const Box& box, double overhang);
  void close_clip() { out_ += "</svg>\n"; }

  struct Stroke {
    std::string_view color;
    double width = 1.0;
    std::string_view dash{};
  };
  struct Fill {
    std::string_view color;
    double opacity = 1.0;
  };

  void line(double x1, double y1, double x2, double y2, const Stroke& stroke);
  void rectangle(const Box& box, const Fill& fill);
  void frame(const Box& box, const Stroke& stroke);
  void circle(double x, double y, double radius, const Fill& fill);
  void path(const PathData& data, const Stroke& stroke);
  void area(const PathData& data, const Fill& fill);
  void dots(const PathData& data, const Fill& fill, double diameter);
  void text(const Text& text);
  /// `png` is a PNG file's bytes. Browsers draw it without smoothing, librsvg does not.
  void image(const Box& box, std::string_view png);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void attribute(std::string_view name, double value);
  void attribute(std::string_view name, std::string_view value);
  void corners(const Box& box);
  void stroke(const Stroke& stroke);
  void fill(const Fill& fill);

  std::string out_;
};

}  // namespace qualm::plot
