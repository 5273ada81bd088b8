// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "plot/cell_grid.h"
#include "plot/support/svg_reader.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

// Figures that nobody would draw on purpose: any size, any names, any numbers.
class Maker {
 public:
  explicit Maker(unsigned seed) : engine_(seed) {}

  Figure figure() {
    Figure figure{.title = words(12)};
    figure.columns = 1 + below(4);
    figure.legend = static_cast<LegendPlace>(below(5));
    if (below(2) == 0) figure.panel_width = 40.0 + static_cast<double>(below(400));
    if (below(2) == 0) figure.panel_height = 40.0 + static_cast<double>(below(300));
    const std::size_t n = 1 + below(6);
    for (std::size_t i = 0; i < n; ++i) figure.panels.push_back(panel());
    return figure;
  }

 private:
  std::size_t below(std::size_t n) { return engine_() % n; }

  std::string words(std::size_t most) {
    static const std::vector<std::string> all_words = {"a",           "variance.epistemic",
                                                       "±",           "WWWWWWWWWWWWWWWWWWWW",
                                                       "Ankle boot",  "<&>",
                                                       "0.95",        "日本語",
                                                       "of",          "θ̄",
                                                       "T-shirt/top", "iiiiiiiiii",
                                                       "·",           "Ümläut"};
    std::string text;
    for (std::size_t i = below(most + 1); i > 0; --i)
      text += all_words[below(all_words.size())] + " ";
    return text;
  }
  std::vector<double> numbers(std::size_t n) {
    const double scale = std::pow(10.0, static_cast<double>(below(24)) - 12.0);
    const double shift = below(2) == 0 ? 0.0 : 100.0 * scale;
    std::vector<double> values(n);
    for (double& value : values) {
      value = shift + scale * (static_cast<double>(below(2001)) - 1000.0) / 1000.0;
      if (below(20) == 0) value = std::nan("");
    }
    return values;
  }
  Axis axis() {
    return {.label = words(8),
            .scale = below(4) == 0 ? AxisScale::log : AxisScale::linear,
            .format = below(3) == 0 ? TickFormat::percent : TickFormat::number};
  }
  Panel panel() {
    Panel panel{.title = words(6), .x = axis(), .y = axis()};
    if (below(3) == 0) {
      panel.x.scale = AxisScale::linear;
      for (std::size_t k = 1 + below(150); k > 0; --k) panel.x.categories.push_back(words(3));
    }
    for (std::size_t i = below(5); i > 0; --i) panel.marks.push_back(mark(panel));
    for (std::size_t i = below(3); i > 0; --i) panel.notes.push_back(words(10));
    return panel;
  }
  Mark mark(const Panel& panel) {
    const std::size_t n = below(30);
    switch (below(6)) {
      case 0:
        return Line{.label = words(4), .x = numbers(n), .y = numbers(n), .step = below(2) == 0};
      case 1:
        return Points{.label = words(4), .x = numbers(n), .y = numbers(n)};
      case 2:
        return Bars{{{.label = words(2), .values = numbers(panel.x.categories.size())},
                     {.label = words(2), .values = numbers(panel.x.categories.size())}},
                    below(2) == 0};
      case 3:
        return Reference{.label = words(3),
                         .kind = static_cast<Reference::Kind>(below(3)),
                         .value = numbers(1)[0]};
      case 4:
        return Note{numbers(1)[0], numbers(1)[0], words(5)};
      default:
        return Image{2, 3, 1, {0, 50, 100, 150, 200, 250}};
    }
  }

  std::mt19937 engine_;
};

constexpr unsigned seeds = 100;

TEST(random_figures, keep_their_texts_on_the_canvas_and_off_each_other) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const auto elements = testing::read_svg(render_svg(Maker(seed).figure()));
    const double width = elements.front().number("width");
    const double height = elements.front().number("height");
    std::vector<testing::Corners> placed;
    std::vector<std::string> names;
    for (const auto& element : elements) {
      if (element.name != "text") continue;
      const auto corners = testing::corners_of(element);
      for (const auto& [x, y] : corners) {
        EXPECT_TRUE(x >= 0.0 && y >= 0.0 && x <= width && y <= height)
            << element.text << ", seed " << seed;
      }
      for (std::size_t i = 0; i < placed.size(); ++i) {
        EXPECT_FALSE(testing::overlap(corners, placed[i]))
            << element.text << " | " << names[i] << ", seed " << seed;
      }
      placed.push_back(corners);
      names.push_back(element.text);
    }
  }
}

TEST(random_figures, keep_to_the_width_of_the_terminal) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const std::string text = render_text(Maker(seed).figure(), {.width = 60, .height = 5});
    for (std::size_t from = 0; from < text.size(); from = text.find('\n', from) + 1) {
      EXPECT_LE(column_width(text.substr(from, text.find('\n', from) - from)), 60U)
          << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace qualm::plot
