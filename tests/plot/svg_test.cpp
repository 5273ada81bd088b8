// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "plot/support/example_figures.h"
#include "plot/support/no_numbers.h"
#include "plot/support/svg_reader.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

using testing::corners_of;
using testing::Element;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::read_svg;

std::vector<Element> named(const std::string& svg, const std::string& name) {
  std::vector<Element> found;
  for (Element& element : read_svg(svg)) {
    if (element.name == name) found.push_back(std::move(element));
  }
  return found;
}

std::vector<std::string> texts(const std::string& svg) {
  std::vector<std::string> found;
  for (const Element& element : named(svg, "text")) found.push_back(element.text);
  return found;
}

Figure figure_of(std::vector<Mark> marks) {
  return {.panels = {{.marks = std::move(marks)}}};
}

// The line is the only path of its width.
std::string line_path(const std::string& svg) {
  for (const Element& path : named(svg, "path")) {
    if (path.number("stroke-width") == 1.8) return path.attributes.at("d");
  }
  return "";
}

std::ptrdiff_t most_decimals(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::ptrdiff_t most = 0;
  for (auto point = std::find(text.begin(), text.end(), '.'); point != text.end();
       point = std::find(point + 1, text.end(), '.')) {
    most = std::max(most, std::find_if_not(point + 1, text.end(), is_digit) - (point + 1));
  }
  return most;
}

class EveryFigure : public ::testing::TestWithParam<examples::Example> {
 protected:
  std::string svg_ = render_svg(GetParam().figure);
};

INSTANTIATE_TEST_SUITE_P(Svg, EveryFigure, ::testing::ValuesIn(examples::all()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EveryFigure, is_well_formed) {
  EXPECT_NO_THROW(read_svg(svg_));
  EXPECT_EQ(read_svg(svg_).front().name, "svg");
}

TEST_P(EveryFigure, is_read_by_an_xml_parser_that_is_not_ours) {
  FILE* parser = popen(
      "/usr/bin/python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.stdin.buffer)'", "w");
  ASSERT_NE(parser, nullptr);
  EXPECT_EQ(std::fwrite(svg_.data(), 1, svg_.size(), parser), svg_.size());
  EXPECT_EQ(pclose(parser), 0);
}

TEST_P(EveryFigure, gives_the_same_bytes_again) {
  EXPECT_EQ(svg_, render_svg(GetParam().figure));
}

TEST_P(EveryFigure, has_a_title_and_a_description) {
  EXPECT_EQ(named(svg_, "title").size(), 1U);
  ASSERT_EQ(named(svg_, "desc").size(), 1U);
  EXPECT_FALSE(named(svg_, "desc")[0].text.empty());
}

TEST_P(EveryFigure, keeps_its_texts_on_the_canvas) {
  const Element root = read_svg(svg_).front();
  for (const Element& text : named(svg_, "text")) {
    for (const auto& [x, y] : corners_of(text)) {
      EXPECT_GE(x, 0.0) << text.text;
      EXPECT_GE(y, 0.0) << text.text;
      EXPECT_LE(x, root.number("width")) << text.text;
      EXPECT_LE(y, root.number("height")) << text.text;
    }
  }
}

TEST_P(EveryFigure, keeps_its_texts_off_each_other) {
  const auto all = named(svg_, "text");
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(testing::overlap(corners_of(all[i]), corners_of(all[j])))
          << all[i].text << " | " << all[j].text;
    }
  }
}

TEST_P(EveryFigure, has_only_finite_short_numbers) {
  for (const Element& element : read_svg(svg_)) {
    for (const auto& [name, value] : element.attributes) {
      if (name == "href") continue;
      EXPECT_THAT(value, Not(HasSubstr("nan"))) << name;
      EXPECT_THAT(value, Not(HasSubstr("inf"))) << name;
      EXPECT_LE(most_decimals(value), 2) << name << "=" << value;
    }
  }
}

TEST_P(EveryFigure, can_stand_twice_in_one_page) {
  for (const Element& element : read_svg(svg_)) {
    EXPECT_FALSE(element.attributes.contains("id"));
    EXPECT_NE(element.name, "style");
    EXPECT_NE(element.name, "script");
  }
}

TEST(svg, hostile_names_stay_text) {
  const std::string svg = render_svg(examples::hostile_names());
  EXPECT_TRUE(named(svg, "img").empty());
  EXPECT_THAT(texts(svg), ::testing::Contains(HasSubstr("<img src=x onerror=alert(1)> ]]>")));
  EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
  EXPECT_THAT(svg, Not(HasSubstr("\x07")));
  EXPECT_EQ(svg.find('\0'), std::string::npos);
}

TEST(svg, a_point_that_is_not_finite_breaks_the_line) {
  for (const double gap : {no_number, infinite, -infinite}) {
    const std::string path =
        line_path(render_svg(figure_of({Line{.x = {0, 1, 2, 3, 4}, .y = {0, 1, gap, 3, 4}}})));
    EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
    EXPECT_EQ(std::count(path.begin(), path.end(), 'L'), 2);
  }
}

TEST(svg, what_is_not_positive_breaks_the_line_on_a_log_axis) {
  Figure figure = figure_of({Line{.x = {1, 2, 3, 4, 5}, .y = {1, 2, 0, 4, 5}}});
  figure.panels[0].y.scale = AxisScale::log;
  const std::string path = line_path(render_svg(figure));
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
}

TEST(svg, a_lonely_point_of_a_line_is_a_dot) {
  const std::string svg = render_svg(figure_of({Line{.x = {1}, .y = {1}}}));
  EXPECT_EQ(named(svg, "circle").size(), 1U);
}

TEST(svg, lines_of_many_points_are_thinned_to_2000) {
  Line line;
  for (int i = 0; i < 100000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i % 7 == 0 && i > 50000 ? no_number : i % 13);
  }
  for (const bool step : {false, true}) {
    line.step = step;
    const std::string path = line_path(render_svg(figure_of({line})));
    const auto points =
        std::count(path.begin(), path.end(), 'M') + std::count(path.begin(), path.end(), 'L');
    EXPECT_LE(points, 2000);
    EXPECT_GE(points, 500);
  }
}

TEST(svg, a_panel_without_data_says_so) {
  for (const std::vector<Mark>& marks :
       {std::vector<Mark>{},
        {Line{}},
        {Histogram{}},
        {Points{}},
        {Line{.x = {no_number}, .y = {1}}},
        {Line{.x = {1}, .y = {no_number}}},
        {Histogram{.edges = {0, 1}, .heights = {no_number}}},
        {Reference{.kind = Reference::Kind::horizontal, .value = 3.0}}}) {
    EXPECT_THAT(texts(render_svg(figure_of(marks))), ::testing::Contains("no data"));
  }
}

TEST(svg, a_figure_without_panels_is_a_document) {
  EXPECT_THAT(texts(render_svg({.title = "nothing"})), ::testing::ElementsAre("nothing"));
}

TEST(svg, every_range_has_ticks_that_can_be_told_apart) {
  const std::vector<std::vector<double>> ranges = {{5.0},
                                                   {0.0},
                                                   {-3.0},
                                                   {1e300, -1e300},
                                                   {1e-320, 2e-320},
                                                   {1e-12, 3e-12},
                                                   {1e9, 1e9 + 1e-3},
                                                   {1e9, 1e9 + 1.0},
                                                   {1.7e308},
                                                   {-1.7e308, 1.7e308},
                                                   {1e15, 1e15 + 2},
                                                   {0.0, 4.9e-324}};
  for (const auto& y : ranges) {
    std::vector<double> x(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    const std::string svg = render_svg(figure_of({Line{.x = x, .y = y}}));
    std::vector<std::string> labels;
    for (const Element& text : named(svg, "text")) {
      const auto anchor = text.attributes.find("text-anchor");
      if (anchor != text.attributes.end() && anchor->second == "end") labels.push_back(text.text);
    }
    EXPECT_GE(labels.size(), 2U) << y[0];
    std::sort(labels.begin(), labels.end());
    EXPECT_EQ(std::unique(labels.begin(), labels.end()), labels.end()) << y[0];
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
  }
}

TEST(svg, stacked_bars_stand_on_each_other) {
  Panel panel{.x = {.categories = {"a"}}, .y = {.min = 0.0, .max = 1.0}};
  panel.marks = {Bars{{{.label = "EU", .values = {0.25}, .color = Color::blue},
                       {.label = "AU", .values = {0.5}, .color = Color::vermillion}},
                      true}};
  const std::string svg =
      render_svg({.panels = {panel}, .legend = LegendPlace::none, .panel_height = 200});
  std::vector<Element> bars;
  for (const Element& rect : named(svg, "rect")) {
    if (rect.attributes.at("fill") != "#fff") bars.push_back(rect);
  }
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(bars[0].attributes.at("fill"), "#0072b2");
  EXPECT_DOUBLE_EQ(bars[0].number("y"), 150.0);
  EXPECT_DOUBLE_EQ(bars[0].number("height"), 50.0);
  EXPECT_EQ(bars[1].attributes.at("fill"), "#d55e00");
  EXPECT_DOUBLE_EQ(bars[1].number("y"), 50.0);
  EXPECT_DOUBLE_EQ(bars[1].number("height"), 100.0);
}

TEST(svg, class_names_are_level_if_they_fit_else_turned) {
  const auto turned = [](const std::vector<std::string>& names) {
    std::vector<double> values(names.size(), 1.0);
    const std::string svg = render_svg(
        {.panels = {{.x = {.categories = names}, .marks = {Bars{{{.values = values}}}}}}});
    const auto all = named(svg, "text");
    return std::count_if(all.begin(), all.end(),
                         [](const Element& text) { return text.attributes.contains("transform"); });
  };
  EXPECT_EQ(turned({"cat", "dog", "frog"}), 0);
  EXPECT_EQ(turned({"cat", "dog", "a very long name of a class, longer than its bar is wide"}), 3);
  // Of a thousand names as many as there is room for.
  const auto shown = turned(std::vector<std::string>(1000, "class"));
  EXPECT_GT(shown, 10);
  EXPECT_LT(shown, 60);
}

TEST(svg, the_legend_stands_outside_of_the_axes) {
  for (const LegendPlace place :
       {LegendPlace::right, LegendPlace::below, LegendPlace::each_panel}) {
    Figure figure = examples::rejection_curves();
    figure.legend = place;
    const std::string svg = render_svg(figure);
    const Element axes = named(svg, "svg").at(1);
    for (const Element& text : named(svg, "text")) {
      if (text.text != "oracle") continue;
      EXPECT_TRUE(text.number("x") > axes.number("x") + axes.number("width") ||
                  text.number("y") > axes.number("y") + axes.number("height"));
    }
    EXPECT_THAT(texts(svg), ::testing::Contains("oracle"));
  }
  Figure figure = examples::rejection_curves();
  figure.legend = LegendPlace::none;
  EXPECT_THAT(texts(render_svg(figure)), Not(::testing::Contains("oracle")));
}

TEST(svg, one_label_has_one_legend_entry_and_one_style) {
  const std::string svg = render_svg(examples::shared_axes());
  const auto labels = texts(svg);
  EXPECT_EQ(std::count(labels.begin(), labels.end(), "variance"), 1);
  std::vector<std::string> colors;
  for (const Element& path : named(svg, "path")) {
    if (path.attributes.at("fill") == "none") colors.push_back(path.attributes.at("stroke"));
  }
  EXPECT_THAT(colors, ::testing::ElementsAre("#0072b2", "#d55e00", "#0072b2", "#d55e00", "#0072b2",
                                             "#d55e00"));
}

TEST(svg, a_dot_at_the_edge_of_the_axes_is_drawn_whole) {
  Panel panel{.x = {.min = 0.0, .max = 1.0}, .y = {.min = 0.0, .max = 1.0}};
  panel.marks = {Points{.x = {1}, .y = {1}}};
  const std::string svg = render_svg({.panels = {panel}, .panel_width = 200, .panel_height = 100});
  EXPECT_THAT(svg, HasSubstr("viewBox=\"-3 -3 206 106\""));
}

TEST(svg, a_diagonal_joins_equal_values) {
  Panel panel{.x = {.min = 0.0, .max = 2.0}, .y = {.min = 0.0, .max = 1.0}};
  panel.marks = {Points{.x = {1}, .y = {1}}, Reference{}};
  const std::string svg = render_svg({.panels = {panel}, .panel_width = 200, .panel_height = 100});
  EXPECT_THAT(svg, HasSubstr("d=\"M0 100L100 0\""));
}

}  // namespace
}  // namespace qualm::plot
