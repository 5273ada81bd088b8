// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "plot/cell_grid.h"
#include "plot/support/example_figures.h"
#include "qualm/error.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string without_colors(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      plain += text[at];
    }
  }
  return plain;
}

std::string text_of(std::vector<Mark> marks, const Axis& x = {}, const Axis& y = {}) {
  return render_text({.panels = {{.x = x, .y = y, .marks = std::move(marks)}}},
                     {.width = 40, .height = 5});
}

class EveryFigureAsText : public ::testing::TestWithParam<examples::Example> {};

INSTANTIATE_TEST_SUITE_P(Text, EveryFigureAsText, ::testing::ValuesIn(examples::all()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EveryFigureAsText, keeps_to_the_width_of_the_terminal) {
  for (const std::size_t width : {20U, 47U, 80U, 200U}) {
    for (const bool color : {false, true}) {
      const std::string text =
          render_text(GetParam().figure, {.width = width, .height = 7, .color = color});
      EXPECT_TRUE(text.ends_with('\n'));
      for (const std::string& line : lines_of(without_colors(text))) {
        EXPECT_LE(column_width(line), width) << line;
      }
    }
  }
}

TEST_P(EveryFigureAsText, has_colours_only_if_asked_and_they_end_with_the_line) {
  const std::string plain = render_text(GetParam().figure, {});
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  for (const std::string& line : lines_of(render_text(GetParam().figure, {.color = true}))) {
    if (line.find('\x1b') == std::string::npos) continue;
    const std::size_t last = line.rfind('\x1b');
    EXPECT_EQ(line.substr(last, 4), "\x1b[0m") << line;
  }
}

TEST_P(EveryFigureAsText, holds_no_control_characters_but_line_ends) {
  for (const char c : render_text(GetParam().figure, {})) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST(render_text, labels_the_ends_of_the_axes_and_every_line) {
  const std::string text = render_text(examples::rejection_curves(), {});
  for (const char* part : {"100%┤", "84.7%┤", " 0% ", "rejected", "accuracy of the rest",
                           "B variance.epistemic", "F random"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(render_text, a_rising_line_goes_from_the_lower_left_to_the_upper_right) {
  const auto lines = lines_of(text_of({Line{.x = {0, 1}, .y = {0, 1}}}));
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0].substr(0, std::string(" 1┤").size()), " 1┤");
  // The last character of the top row is a braille pattern, the first one a blank; below the
  // reverse.
  EXPECT_TRUE(lines[0].starts_with(" 1┤  "));
  EXPECT_EQ(column_width(lines[0]), 40U);
  EXPECT_FALSE(lines[4].starts_with(" 0┤ "));
  EXPECT_LT(column_width(lines[4]), 15U);
}

TEST(render_text, a_level_line_has_no_gaps) {
  const auto lines =
      lines_of(text_of({Line{.x = {0, 1}, .y = {1, 1}}}, {}, {.min = 0.0, .max = 1.0}));
  EXPECT_EQ(lines[0].find(' ', 1), std::string::npos) << lines[0];
  EXPECT_EQ(column_width(lines[0]), 40U);
}

TEST(render_text, histograms_are_drawn_to_an_eighth) {
  const std::string text =
      text_of({Histogram{.label = "h", .edges = {0, 1, 2, 3}, .heights = {5, 2.5, 0.25}}}, {},
              {.max = 5.0});
  const auto lines = lines_of(text);
  ASSERT_GE(lines.size(), 6U);
  // Of 5 rows: 5 full, 2 and 4/8, 2/8.
  EXPECT_THAT(lines[1], HasSubstr("█"));
  EXPECT_THAT(lines[3], HasSubstr("█▄"));
  EXPECT_THAT(lines[5], HasSubstr("█▂"));
}

TEST(render_text, bars_lie_with_names_and_values) {
  const std::string text = text_of(
      {Bars{{{.label = "EU", .values = {0.1, 0.0}}, {.label = "AU", .values = {0.1, 0.05}}}, true}},
      {.categories = {"shirt", "bag"}}, {.min = 0.0, .max = 0.25});
  const auto lines = lines_of(text);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], HasSubstr("shirt │██████████▒▒▒▒▒▒▒▒▒▒ 0.200"));
  EXPECT_THAT(lines[1], HasSubstr("bag │▒▒▒▒▒ 0.050"));
  EXPECT_THAT(lines[2], HasSubstr("█ EU   ▒ AU"));
}

TEST(render_text, of_many_classes_the_largest_are_shown) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) {
    names.push_back("class" + std::to_string(i));
    values.push_back(i == 777 ? 1.0 : 0.001);
  }
  const std::string text = text_of({Bars{{{.values = values}}}}, {.categories = names});
  EXPECT_THAT(text, HasSubstr("class777"));
  EXPECT_THAT(text, HasSubstr("the largest 10 of 1000"));
  EXPECT_LT(lines_of(text).size(), 15U);
}

TEST(render_text, pictures_are_shades_without_colour) {
  const Image image{2, 2, 1, {255, 0, 255, 0}};
  EXPECT_EQ(render_text({.panels = {{.marks = {image}}}}), "█\n");
}

TEST(render_text, a_panel_without_data_says_so) {
  EXPECT_THAT(text_of({}), HasSubstr("no data"));
  EXPECT_THAT(text_of({Line{.x = {1}, .y = {std::nan("")}}}), HasSubstr("no data"));
}

TEST(render_text, refuses_a_terminal_that_is_too_small) {
  for (const TextOptions& options : {TextOptions{.width = 19}, TextOptions{.height = 2}}) {
    EXPECT_THROW(static_cast<void>(render_text(examples::roc_curves(), options)), Error);
  }
}

TEST(column_width, counts_wide_characters_twice_and_combining_ones_not) {
  EXPECT_EQ(column_width("abc"), 3U);
  EXPECT_EQ(column_width("日本"), 4U);
  EXPECT_EQ(column_width("e\xCC\x81"), 1U);
}

}  // namespace
}  // namespace qualm::plot
