// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qualm::plot::testing {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;  // entities resolved
  std::string text;                               // up to the next tag, entities resolved

  [[nodiscard]] double number(const std::string& attribute, double otherwise = 0.0) const;
};

/// The elements in order of their start tags. Throws std::runtime_error at the first offence
/// against XML's grammar (of the part that a plot needs: no comments, CDATA or processing
/// instructions).
std::vector<Element> read_svg(std::string_view document);

/// The corners of a text element, in order around it.
using Corners = std::array<std::array<double, 2>, 4>;
Corners corners_of(const Element& text);

/// True if two rectangles, turned in any way, have an area in common.
bool overlap(const Corners& a, const Corners& b);

}  // namespace qualm::plot::testing
