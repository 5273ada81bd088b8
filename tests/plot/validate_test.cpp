// SPDX-License-Identifier: Apache-2.0
#include "plot/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "qualm/error.h"

namespace qualm::plot {
namespace {

std::string complaint(const Figure& figure) {
  for (const auto& call :
       {std::function<void()>([&] { static_cast<void>(render_svg(figure)); }),
        std::function<void()>([&] { static_cast<void>(render_text(figure)); })}) {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      continue;
    }
    return "";
  }
  try {
    validate(figure);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string complaint(Mark mark, const Axis& x = {}) {
  return complaint({.panels = {{}, {.x = x, .marks = {std::move(mark)}}}});
}

TEST(validate, names_panel_and_mark_where_lengths_differ) {
  EXPECT_EQ(complaint(Line{.label = "a", .x = {1, 2}, .y = {1}}),
            "plot: panel 2: line a has 1 y for 2 x: the numbers must be equal");
  EXPECT_NE(complaint(Line{.x = {1}, .y = {1}, .lower = {1}}), "");
  EXPECT_NE(complaint(Points{.x = {1}}), "");
  EXPECT_NE(complaint(Histogram{.edges = {1, 2}, .heights = {1, 2}}), "");
  EXPECT_NE(complaint(Bars{{{.values = {1, 2}}}}, {.categories = {"a"}}), "");
}

TEST(validate, refuses_edges_that_do_not_ascend) {
  EXPECT_NE(complaint(Histogram{.edges = {2, 1}, .heights = {1}}), "");
  EXPECT_NE(complaint(Histogram{.edges = {1, std::nan("")}, .heights = {1}}), "");
}

TEST(validate, refuses_pictures_whose_pixels_do_not_fit) {
  EXPECT_NE(complaint(Image{2, 2, 1, {1, 2, 3}}), "");
  EXPECT_NE(complaint(Image{2, 2, 2, std::vector<std::uint8_t>(8)}), "");
  EXPECT_NE(complaint(Image{}), "");
  // Sides whose product wraps around to the number of pixels given.
  EXPECT_NE(complaint(Image{std::size_t{1} << 32U, std::size_t{1} << 32U, 1, {}}), "");
}

TEST(validate, refuses_limits_that_make_no_axis) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const Axis& axis :
       {Axis{.min = 1.0, .max = 1.0}, Axis{.min = 2.0, .max = 1.0}, Axis{.max = inf},
        Axis{.min = std::nan("")}, Axis{.scale = AxisScale::log, .min = 0.0},
        Axis{.scale = AxisScale::log, .categories = {"a"}}}) {
    EXPECT_NE(complaint({.panels = {{.x = axis}}}), "");
    EXPECT_NE(complaint({.panels = {{.y = axis}}}), "");
  }
}

TEST(validate, refuses_a_figure_without_a_size) {
  EXPECT_NE(complaint({.columns = 0}), "");
  EXPECT_NE(complaint({.panel_width = -1.0}), "");
  EXPECT_NE(complaint({.panel_height = std::nan("")}), "");
  EXPECT_NE(complaint({.panel_height = 1e9}), "");
}

TEST(validate, refuses_to_share_axes_of_different_kinds) {
  Figure figure{.shared_axes = true};
  figure.panels = {{}, {.x = {.scale = AxisScale::log}}};
  EXPECT_NE(complaint(figure), "");
}

TEST(validate, accepts_empty_marks) {
  EXPECT_EQ(complaint(Line{}), "");
  EXPECT_EQ(complaint(Histogram{}), "");
  EXPECT_EQ(complaint(Bars{}), "");
  EXPECT_EQ(complaint(Points{}), "");
}

}  // namespace
}  // namespace qualm::plot
