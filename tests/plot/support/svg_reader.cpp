// SPDX-License-Identifier: Apache-2.0
#include "plot/support/svg_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>

#include "plot/fit_text.h"

namespace qualm::plot::testing {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view document) : rest_(document) {}

  std::vector<Element> read() {
    skip_space();
    do {
      read_tag();
      const std::string text = read_text();
      if (!elements_.empty() && !open_.empty() && just_opened_) elements_.back().text = text;
    } while (!open_.empty());
    skip_space();
    if (!rest_.empty()) fail("something after the root element");
    return elements_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " before: " + std::string(rest_.substr(0, 60)));
  }
  bool take(std::string_view prefix) {
    if (!rest_.starts_with(prefix)) return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  std::string read_name() {
    const std::size_t end = std::min(rest_.find_first_of(" =\"/><\n"), rest_.size());
    if (end == 0) fail("no name");
    const std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return name;
  }
  std::string resolve(std::string_view raw) const {
    static const std::map<std::string_view, char> xml_entities = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"#39", '\''}};
    std::string out;
    while (!raw.empty()) {
      const char c = raw[0];
      if (c == '<' || (static_cast<unsigned char>(c) < 0x20 && c != '\n'))
        fail("forbidden character");
      if (c != '&') {
        out += c;
        raw.remove_prefix(1);
        continue;
      }
      const std::size_t end = raw.find(';');
      if (end == std::string_view::npos || !xml_entities.contains(raw.substr(1, end - 1))) {
        fail("bad entity");
      }
      out += xml_entities.at(raw.substr(1, end - 1));
      raw.remove_prefix(end + 1);
    }
    return out;
  }
  std::string read_text() {
    const std::size_t end = std::min(rest_.find('<'), rest_.size());
    const std::string_view raw = rest_.substr(0, end);
    if (raw.find("]]>") != std::string_view::npos) fail("]]> in text");
    rest_.remove_prefix(end);
    return resolve(raw);
  }
  void read_tag() {
    just_opened_ = false;
    if (take("</")) {
      const std::string name = read_name();
      if (open_.empty() || open_.back() != name || !take(">")) fail("wrong end tag");
      open_.pop_back();
      return;
    }
    if (!take("<")) fail("no tag");
    Element element{read_name(), {}, ""};
    while (true) {
      skip_space();
      if (take("/>")) break;
      if (take(">")) {
        open_.push_back(element.name);
        just_opened_ = true;
        break;
      }
      const std::string name = read_name();
      if (!take("=\"")) fail("no value");
      const std::size_t end = rest_.find('"');
      if (end == std::string_view::npos) fail("open quote");
      if (!element.attributes.emplace(name, resolve(rest_.substr(0, end))).second) fail("twice");
      rest_.remove_prefix(end + 1);
    }
    elements_.push_back(std::move(element));
  }

  std::string_view rest_;
  std::vector<std::string> open_;
  std::vector<Element> elements_;
  bool just_opened_ = false;
};

}  // namespace

double Element::number(const std::string& attribute, double otherwise) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? otherwise : std::stod(found->second);
}

std::vector<Element> read_svg(std::string_view document) {
  return Reader(document).read();
}

Corners corners_of(const Element& text) {
  // Of DejaVu Sans: capitals rise .729 of the font size, g and p reach .236 below the baseline.
  constexpr double ascender = 0.729;
  constexpr double descender = 0.236;
  const double size = text.number("font-size");
  const double width = text_width(text.text, size);
  const auto anchor = text.attributes.find("text-anchor");
  const double start = anchor == text.attributes.end() ? 0.0
                       : anchor->second == "middle"    ? -width / 2
                                                       : -width;
  double degrees = 0.0;
  if (const auto turned = text.attributes.find("transform"); turned != text.attributes.end()) {
    double x = 0.0;
    double y = 0.0;
    if (std::sscanf(turned->second.c_str(), "rotate(%lf %lf %lf)", &degrees, &x, &y) != 3 ||
        x != text.number("x") || y != text.number("y")) {
      throw std::runtime_error("turned about another point: " + turned->second);
    }
  }
  const double angle = degrees * std::numbers::pi / 180.0;
  const auto corner = [&](double u, double v) {
    return std::array<double, 2>{text.number("x") + u * std::cos(angle) - v * std::sin(angle),
                                 text.number("y") + u * std::sin(angle) + v * std::cos(angle)};
  };
  return {corner(start, -ascender * size), corner(start + width, -ascender * size),
          corner(start + width, descender * size), corner(start, descender * size)};
}

bool overlap(const Corners& a, const Corners& b) {
  // Two convex shapes are apart exactly if some edge's normal separates them.
  for (const Corners* shape : {&a, &b}) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& p = (*shape)[i];
      const auto& q = (*shape)[(i + 1) % 4];
      const double nx = q[1] - p[1];
      const double ny = p[0] - q[0];
      const auto span = [nx, ny](const Corners& c) {
        std::array<double, 4> at{};
        for (std::size_t k = 0; k < 4; ++k) at[k] = c[k][0] * nx + c[k][1] * ny;
        return std::array<double, 2>{*std::min_element(at.begin(), at.end()),
                                     *std::max_element(at.begin(), at.end())};
      };
      const auto one = span(a);
      const auto two = span(b);
      if (one[1] <= two[0] || two[1] <= one[0]) return false;
    }
  }
  return true;
}

}  // namespace qualm::plot::testing
