// SPDX-License-Identifier: Apache-2.0
#include "plot/support/example_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace qualm::plot::examples {
namespace {

const std::vector<std::string> clothes = {"T-shirt/top", "Trouser",   "Pullover", "Dress",
                                          "Coat",        "Sandal",    "Shirt",    "Sneaker",
                                          "Bag",         "Ankle boot"};

Line rejection_curve(const std::string& label, double speed, double band) {
  Line line{.label = label};
  for (int i = 0; i < 50; ++i) {
    const double rejected = 0.02 * i;
    const double accuracy = 1.0 - 0.15 * std::exp(-speed * rejected) * (1.0 - rejected);
    const double half = band * (0.2 + rejected);
    line.x.push_back(rejected);
    line.y.push_back(accuracy);
    line.lower.push_back(accuracy - half);
    line.upper.push_back(std::min(1.0, accuracy + half));
  }
  return line;
}

// A ring whose radius and thickness depend on the number: something to look at.
Image picture(int number) {
  Image image{.width = 28, .height = 28, .channels = number % 4 == 3 ? 3U : 1U};
  for (int row = 0; row < 28; ++row) {
    for (int column = 0; column < 28; ++column) {
      const double r = std::hypot(row - 13.5, (column - 13.5) * (1.0 + 0.1 * number));
      const double light = std::exp(-std::pow((r - 5.0 - 0.6 * number) / 2.0, 2));
      const auto value = static_cast<std::uint8_t>(255.0 * light);
      image.pixels.push_back(value);
      if (image.channels == 3) {
        image.pixels.push_back(static_cast<std::uint8_t>(value / 2));
        image.pixels.push_back(static_cast<std::uint8_t>(255 - value));
      }
    }
  }
  return image;
}

Histogram bell(const std::string& label, double middle, double width, Color color) {
  Histogram histogram{.label = label, .color = color};
  double sum = 0.0;
  for (int i = 0; i < 15; ++i) {
    histogram.edges.push_back(0.06 * i);
    histogram.heights.push_back(std::exp(-std::pow((0.06 * i + 0.03 - middle) / width, 2)));
    sum += histogram.heights.back();
  }
  histogram.edges.push_back(0.9);
  for (double& height : histogram.heights) height /= sum;
  return histogram;
}

Panel density(const std::string& title, const std::vector<double>& x, const std::vector<double>& y,
              const std::string& entropy, const std::string& variance) {
  std::vector<double> zero(x.size(), 0.0);
  return {.title = title,
          .x = {.label = "θ", .min = 0.0, .max = 1.0},
          .y = {.min = 0.0},
          .marks = {Line{.x = x, .y = y, .lower = zero, .upper = y, .color = Color::blue}},
          .notes = {"entropy: " + entropy, "variance: " + variance}};
}

Panel box_density(const std::string& title, double from, double to, const std::string& entropy,
                  const std::string& variance) {
  const double height = 1.0 / (to - from);
  return density(title, {0.0, from, from, to, to, 1.0}, {0.0, 0.0, height, height, 0.0, 0.0},
                 entropy, variance);
}

}  // namespace

Figure rejection_curves() {
  Figure figure{.title = "Accuracy after rejecting the most uncertain instances"};
  Panel panel{.x = {.label = "rejected", .format = TickFormat::percent, .min = 0.0, .max = 1.0},
              .y = {.label = "accuracy of the rest", .format = TickFormat::percent}};
  panel.marks = {rejection_curve("variance.total (mean ± std of 5 runs)", 4.0, 0.010),
                 rejection_curve("variance.epistemic", 2.6, 0.012),
                 rejection_curve("entropy.total", 4.4, 0.008),
                 rejection_curve("entropy.epistemic", 2.2, 0.014)};
  Line oracle{.label = "oracle", .color = Color::black, .dash = Dash::dotted};
  for (int i = 0; i < 50; ++i) {
    oracle.x.push_back(0.02 * i);
    oracle.y.push_back(std::min(1.0, 0.85 / (1.0 - 0.02 * i)));
  }
  panel.marks.emplace_back(oracle);
  panel.marks.emplace_back(
      Reference{.label = "random", .kind = Reference::Kind::horizontal, .value = 0.85});
  figure.panels = {panel};
  return figure;
}

Figure roc_curves() {
  Figure figure{.title = "Out-of-distribution detection: FMNIST against others"};
  Panel panel{.x = {.label = "false positive rate", .min = 0.0, .max = 1.0},
              .y = {.label = "true positive rate", .min = 0.0, .max = 1.0}};
  const std::vector<std::pair<std::string, double>> scores = {
      {"variance.epistemic, MNIST: AUROC .882", 0.14},
      {"entropy.epistemic, MNIST: AUROC .895", 0.12},
      {"variance.epistemic, KMNIST: AUROC .959", 0.045}};
  for (const auto& [label, power] : scores) {
    Line line{.label = label, .step = true};
    for (int i = 0; i <= 10000; ++i) {
      line.x.push_back(i / 10000.0);
      line.y.push_back(std::pow(std::round(i / 50.0) / 200.0, power));
    }
    panel.marks.emplace_back(line);
  }
  panel.marks.emplace_back(Reference{.label = "chance"});
  figure.panels = {panel};
  figure.panel_width = figure.panel_height = 340.0;
  return figure;
}

Figure right_and_wrong_histograms() {
  Figure figure{.title = "Scores of correct and wrong predictions", .columns = 2};
  const std::vector<std::pair<std::string, double>> scores = {{"variance.total", 0.5},
                                                              {"variance.epistemic", 0.3}};
  for (const auto& [score, wrong] : scores) {
    figure.panels.push_back({.title = score + " (overlap .31)",
                             .x = {.label = score},
                             .y = {.label = "proportion", .format = TickFormat::percent},
                             .marks = {bell("right", 0.08, 0.15, Color::blue),
                                       bell("wrong", wrong, 0.22, Color::vermillion)}});
  }
  return figure;
}

Figure label_wise_bars() {
  Figure figure{.title = "The nine most uncertain instances",
                .columns = 3,
                .panel_width = 190,
                .panel_height = 120};
  for (int i = 0; i < 9; ++i) {
    BarSeries epistemic{.label = "epistemic", .color = Color::blue};
    BarSeries aleatoric{.label = "aleatoric", .color = Color::vermillion};
    for (int k = 0; k < 10; ++k) {
      const double p = std::exp(-std::pow((k - i) / 1.6, 2)) * 0.6;
      epistemic.values.push_back(p * (1 - p) * 0.3);
      aleatoric.values.push_back(p * (1 - p) * 0.7);
    }
    const auto index = static_cast<std::size_t>(i);
    figure.panels.push_back({.title = "#" + std::to_string(1000 + 37 * i) + ": " + clothes[index] +
                                      ", taken for " + clothes[index + 1],
                             .x = {.categories = clothes},
                             .y = {.min = 0.0, .max = 0.25},
                             .marks = {picture(i), Bars{{epistemic, aleatoric}, true}}});
  }
  return figure;
}

Figure reliability_diagram() {
  Histogram accuracy{.label = "accuracy", .color = Color::sky};
  Points confidence{.label = "mean confidence", .color = Color::vermillion};
  for (int i = 0; i <= 10; ++i) accuracy.edges.push_back(0.1 * i);
  for (int i = 0; i < 10; ++i) {
    accuracy.heights.push_back(std::pow(0.1 * i + 0.05, 1.3));
    confidence.x.push_back(0.1 * i + 0.05 + 0.01 * std::sin(i));
    confidence.y.push_back(accuracy.heights.back());
  }
  accuracy.heights[0] = std::numeric_limits<double>::quiet_NaN();
  confidence.y[0] = accuracy.heights[0];
  return {.title = "Reliability",
          .panels = {{.x = {.label = "confidence", .min = 0.0, .max = 1.0},
                      .y = {.label = "accuracy", .min = 0.0, .max = 1.0},
                      .marks = {accuracy, confidence, Reference{.label = "calibrated"},
                                Note{0.05, 0.95, "ECE 0.041"}}}},
          .panel_width = 300,
          .panel_height = 300};
}

Figure first_figure() {
  std::vector<double> x, normal, beta;
  for (int i = 0; i <= 400; ++i) {
    const double t = i / 400.0;
    x.push_back(t);
    normal.push_back(std::exp(-0.5 * std::pow((t - 0.5) / 0.1, 2)) /
                     (0.1 * std::sqrt(2 * std::numbers::pi)));
    beta.push_back(72.0 * std::pow(t, 7) * (1 - t));
  }
  const double gap = std::numeric_limits<double>::quiet_NaN();
  Figure figure{.title = "Total = aleatoric + epistemic", .columns = 3, .panel_width = 200};
  figure.panels = {box_density("U[0,1]", 0.0, 1.0, "1 = .721 + .279", "1 = .667 + .333"),
                   density("N(.5,.1)", x, normal, "1 = .970 + .030", "1 = .960 + .040"),
                   density("Beta(8,2)", x, beta, ".722 = .656 + .066", ".640 = .582 + .058"),
                   box_density("U[.3,.7]", 0.3, 0.7, "1 = .961 + .039", "1 = .947 + .053"),
                   box_density("U[.6,1]", 0.6, 1.0, ".722 = .654 + .068", ".640 = .587 + .053"),
                   density("½δ₀ + ½δ₁", {0.0, 0.0, gap, 1.0, 1.0}, {0.0, 0.5, gap, 0.0, 0.5},
                           "1 = 0 + 1", "1 = 0 + 1")};
  return figure;
}

Figure scatter_on_log_axes() {
  Points points{.label = "instances"};
  for (int i = 1; i <= 3000; ++i) {
    points.x.push_back(std::pow(10.0, -6.0 + 7.0 * std::fmod(i * 0.618033988749895, 1.0)));
    points.y.push_back(points.x.back() * (1.0 + 4.0 * std::fmod(i * 0.754877666246693, 1.0)));
  }
  return {.title = "Aleatoric against epistemic",
          .panels = {{.x = {.label = "epistemic", .scale = AxisScale::log},
                      .y = {.label = "aleatoric", .scale = AxisScale::log},
                      .marks = {points, Reference{.label = "equal"}}}}};
}

Figure hostile_names() {
  const std::string bad = "<img src=x onerror=alert(1)> ]]> &amp; \"quoted\" 'single' -->";
  const std::string control =
      std::string("red\x1b[31m\x07 nul") + '\0' + "\xff\xc3(\xed\xa0\x80 end";
  const std::string long_name =
      "a name that goes on and on, far beyond what anybody would write beside a line in a figure, "
      "even if it is well meant and full of information about what the line is";
  const std::string one_word(300, 'W');
  Figure figure{.title = bad + " " + long_name, .columns = 2, .legend = LegendPlace::right};
  Panel lines{
      .title = one_word,
      .x = {.label = long_name},
      .y = {.label = long_name + " " + bad},
      .marks = {Line{.label = bad, .x = {0, 1}, .y = {0, 1}},
                Line{.label = control, .x = {0, 1}, .y = {1, 0}},
                Line{.label = long_name, .x = {0, 1}, .y = {0.5, 0.4}},
                Line{.label = one_word, .x = {0, 1}, .y = {0.6, 0.4}}, Note{0.99, 0.99, bad},
                Note{0.99, 0.99, long_name}, Note{0.0, 0.0, control}},
      .notes = {bad, one_word, long_name}};
  Panel bars{.title = control,
             .x = {.label = "classes", .categories = {bad, control, long_name, one_word, "日本語"}},
             .marks = {Bars{{{.label = "a", .values = {1, 2, 3, 4, 5}},
                             {.label = "b", .values = {5, 4, 3, 2, 1}}}}}};
  figure.panels = {lines, bars};
  return figure;
}

Figure shared_axes() {
  Figure figure{.title = "One scale for all", .columns = 2, .shared_axes = true};
  for (int i = 1; i <= 3; ++i) {
    figure.panels.push_back({.title = "run " + std::to_string(i),
                             .x = {.label = "rejected", .format = TickFormat::percent},
                             .y = {.label = "accuracy", .format = TickFormat::percent},
                             .marks = {rejection_curve("variance", 2.0 * i, 0.0),
                                       rejection_curve("entropy", 1.5 * i, 0.0)}});
  }
  return figure;
}

std::vector<Example> all() {
  return {{"rejection_curves", rejection_curves()},
          {"roc_curves", roc_curves()},
          {"right_and_wrong_histograms", right_and_wrong_histograms()},
          {"label_wise_bars", label_wise_bars()},
          {"reliability_diagram", reliability_diagram()},
          {"first_figure", first_figure()},
          {"scatter_on_log_axes", scatter_on_log_axes()},
          {"hostile_names", hostile_names()},
          {"shared_axes", shared_axes()}};
}

}  // namespace qualm::plot::examples
