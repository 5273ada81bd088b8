// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/plot.h"

namespace qualm::plot {

/// A colour and a dash that are decided, never `automatic`.
struct Style {
  Color color = Color::blue;
  Dash dash = Dash::solid;
  std::size_t number = 0;  ///< counts the labels of the figure

  friend bool operator==(const Style&, const Style&) = default;
};

/// "#0072b2"
[[nodiscard]] std::string_view hex(Color color);
/// The number of the nearest colour in the 256-colour table of terminals; -1: the terminal's own.
[[nodiscard]] int terminal_color(Color color);
/// The value of stroke-dasharray; empty for solid.
[[nodiscard]] std::string_view dash_array(Dash dash);

/// Decides what is `automatic` for a whole figure: one label, one style; colours that some mark
/// asks for by name are given to no other. Keeps views of the labels,
/// so the figure must live on.
class StyleBook {
 public:
  struct Numbers {
    Numbers(std::size_t label_number, std::size_t color_number)
        : label(label_number), color(color_number) {}
    std::size_t label;  ///< of all labels
    std::size_t color;  ///< of those whose colour is automatic
  };

  explicit StyleBook(const Figure& figure);

  [[nodiscard]] Style operator()(std::string_view label, Color color,
                                 Dash dash = Dash::automatic) const;

 private:
  std::map<std::string_view, Numbers> numbers_;
  std::vector<Color> palette_;
};

}  // namespace qualm::plot
