// SPDX-License-Identifier: Apache-2.0
#include "plot/style.h"

#include <gtest/gtest.h>

#include <set>

namespace qualm::plot {
namespace {

TEST(styles, of_thirty_labels_are_all_different) {
  Figure figure{.panels = {{}}};
  for (int i = 0; i < 30; ++i) {
    figure.panels[0].marks.emplace_back(Line{.label = std::to_string(i)});
  }
  const StyleBook styles(figure);
  std::set<std::pair<Color, Dash>> seen;
  for (int i = 0; i < 30; ++i) {
    const Style style = styles(std::to_string(i), Color::automatic);
    EXPECT_NE(style.color, Color::automatic);
    EXPECT_NE(style.dash, Dash::automatic);
    seen.emplace(style.color, style.dash);
  }
  EXPECT_EQ(seen.size(), 30U);
}

TEST(styles, of_the_first_six_labels_differ_in_colour) {
  Figure figure{.panels = {{}}};
  std::set<Color> seen;
  for (int i = 0; i < 6; ++i) {
    figure.panels[0].marks.emplace_back(Line{.label = std::to_string(i)});
  }
  const StyleBook styles(figure);
  for (int i = 0; i < 6; ++i) seen.insert(styles(std::to_string(i), Color::automatic).color);
  EXPECT_EQ(seen.size(), 6U);
}

TEST(styles, give_a_colour_that_was_asked_for_to_nobody_else) {
  Figure figure;
  figure.panels = {{.marks = {Line{.label = "a"}, Line{.label = "b"}}},
                   {.marks = {Line{.label = "c", .color = Color::blue}}}};
  const StyleBook styles(figure);
  EXPECT_EQ(styles("c", Color::blue).color, Color::blue);
  EXPECT_NE(styles("a", Color::automatic).color, Color::blue);
  EXPECT_NE(styles("b", Color::automatic).color, Color::blue);
  EXPECT_NE(styles("a", Color::automatic).color, styles("b", Color::automatic).color);
}

TEST(styles, colours_are_those_of_okabe_and_ito) {
  EXPECT_EQ(hex(Color::blue), "#0072b2");
  EXPECT_EQ(hex(Color::vermillion), "#d55e00");
  EXPECT_EQ(hex(Color::green), "#009e73");
  EXPECT_EQ(hex(Color::purple), "#cc79a7");
  EXPECT_EQ(hex(Color::orange), "#e69f00");
  EXPECT_EQ(hex(Color::sky), "#56b4e9");
}

}  // namespace
}  // namespace qualm::plot
