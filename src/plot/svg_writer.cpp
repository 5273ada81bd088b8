// SPDX-License-Identifier: Apache-2.0
#include "plot/svg_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "plot/base64.h"
#include "plot/clean_text.h"

namespace qualm::plot {

std::string svg_number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

PathData& PathData::add(char command, double x, double y) {
  data_ += command;
  data_ += svg_number(x);
  data_ += ' ';
  data_ += svg_number(y);
  return *this;
}

PathData& PathData::close() {
  data_ += 'Z';
  return *this;
}

PathData& PathData::dot(double x, double y) {
  move_to(x, y);
  data_ += "h0";
  return *this;
}

void SvgWriter::attribute(std::string_view name, std::string_view value) {
  out_.append(" ").append(name).append("=\"").append(value).append("\"");
}

void SvgWriter::attribute(std::string_view name, double value) {
  attribute(name, svg_number(value));
}

void SvgWriter::corners(const Box& box) {
  attribute("x", box.left);
  attribute("y", box.top);
  attribute("width", box.width());
  attribute("height", box.height());
}

void SvgWriter::stroke(const Stroke& stroke) {
  attribute("stroke", stroke.color);
  if (stroke.width != 1.0) attribute("stroke-width", stroke.width);
  if (!stroke.dash.empty()) attribute("stroke-dasharray", stroke.dash);
}

void SvgWriter::fill(const Fill& fill) {
  attribute("fill", fill.color);
  if (fill.opacity != 1.0) attribute("fill-opacity", fill.opacity);
}

void SvgWriter::open_document(double width, double height, std::string_view title,
                              std::string_view description) {
  out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  attribute("width", width);
  attribute("height", height);
  attribute("viewBox", fmt::format("0 0 {} {}", svg_number(width), svg_number(height)));
  attribute("role", "img");
  attribute("font-family", "'DejaVu Sans',Arial,sans-serif");
  out_ += fmt::format(">\n<title>{}</title>\n<desc>{}</desc>\n", xml_escape(title),
                      xml_escape(description));
  rectangle({0.0, 0.0, width, height}, {.color = "#fff"});
}

void SvgWriter::open_clip(const Box& box, double overhang) {
  // A nested document clips by itself, so no ids are needed that could clash within a page.
  const Box outer{box.left - overhang, box.top - overhang, box.right + overhang,
                  box.bottom + overhang};
  out_ += "<svg";
  corners(outer);
  attribute("viewBox", fmt::format("{0} {0} {1} {2}", svg_number(-overhang),
                                   svg_number(outer.width()), svg_number(outer.height())));
  out_ += ">\n";
}

void SvgWriter::line(double x1, double y1, double x2, double y2, const Stroke& s) {
  out_ += "<line";
  attribute("x1", x1);
  attribute("y1", y1);
  attribute("x2", x2);
  attribute("y2", y2);
  stroke(s);
  out_ += "/>\n";
}

void SvgWriter::rectangle(const Box& box, const Fill& f) {
  out_ += "<rect";
  corners(box);
  fill(f);
  out_ += "/>\n";
}

void SvgWriter::frame(const Box& box, const Stroke& s) {
  out_ += "<rect";
  corners(box);
  attribute("fill", "none");
  stroke(s);
  out_ += "/>\n";
}

void SvgWriter::circle(double x, double y, double radius, const Fill& f) {
  out_ += "<circle";
  attribute("cx", x);
  attribute("cy", y);
  attribute("r", radius);
  fill(f);
  out_ += "/>\n";
}

void SvgWriter::path(const PathData& data, const Stroke& s) {
  out_ += "<path";
  attribute("d", data.str());
  attribute("fill", "none");
  attribute("stroke-linejoin", "round");
  stroke(s);
  out_ += "/>\n";
}

void SvgWriter::dots(const PathData& data, const Fill& f, double diameter) {
  out_ += "<path";
  attribute("d", data.str());
  attribute("stroke", f.color);
  attribute("stroke-opacity", f.opacity);
  attribute("stroke-width", diameter);
  attribute("stroke-linecap", "round");
  out_ += "/>\n";
}

void SvgWriter::area(const PathData& data, const Fill& f) {
  out_ += "<path";
  attribute("d", data.str());
  fill(f);
  out_ += "/>\n";
}

void SvgWriter::text(const Text& text) {
  out_ += "<text";
  attribute("x", text.x);
  attribute("y", text.y);
  attribute("font-size", text.size);
  if (text.anchor != Anchor::start) {
    attribute("text-anchor", text.anchor == Anchor::middle ? "middle" : "end");
  }
  if (text.angle != 0) {
    attribute("transform",
              fmt::format("rotate({} {} {})", -text.angle, svg_number(text.x), svg_number(text.y)));
  }
  if (text.halo) {
    out_ += " stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
  }
  out_ += fmt::format(" fill=\"#222\">{}</text>\n", xml_escape(text.text));
}

void SvgWriter::image(const Box& box, std::string_view png) {
  out_ += "<image";
  corners(box);
  attribute("preserveAspectRatio", "none");
  attribute("image-rendering", "pixelated");
  attribute("href", "data:image/png;base64," + base64(png));
  out_ += "/>\n";
}

}  // namespace qualm::plot
