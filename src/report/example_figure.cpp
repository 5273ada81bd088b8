// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "qualm/report/examples.h"
#include "report/curve_colors.h"

namespace qualm::report {
namespace {

using plot::Panel;

constexpr std::size_t n_points = 801;
constexpr std::size_t most_classes_drawn = 6;

plot::Line density_line(const Distribution& distribution, std::size_t k) {
  plot::Line line;
  std::vector<double> places;
  for (std::size_t i = 0; i < n_points; ++i) {
    places.push_back(static_cast<double>(i) / (n_points - 1));
  }
  // Jumps and narrow peaks must not fall between two points.
  for (const Component& each : distribution.components()) {
    if (each.shape == Shape::uniform) {
      for (const double end : each.parameters) {
        places.insert(places.end(), {std::nextafter(end, -1), end, std::nextafter(end, 2)});
      }
    } else if (each.shape == Shape::normal) {
      for (int i = -80; i <= 80; ++i) {
        places.push_back(each.parameters[0] + 0.1 * i * each.parameters[1]);
      }
    } else if (each.shape != Shape::dirac) {
      const double sum = std::accumulate(each.parameters.begin(), each.parameters.end(), 0.0);
      const double mean = each.parameters[k] / sum;
      const double sd = std::sqrt(mean * (1 - mean) / (sum + 1));
      for (int i = -80; i <= 80; ++i) places.push_back(mean + 0.1 * i * sd);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const double t : places) {
    if (t < 0 || t > 1) continue;
    line.x.push_back(t);
    line.y.push_back(distribution.density(k, t));
  }
  return line;
}

// The top of the axis. A density that grows without bound at an end is cut where 2% of [0,1] is
// above.
double top_of(const plot::Line& line) {
  const double peak = *std::max_element(line.y.begin(), line.y.end());
  if (std::isfinite(peak) && line.y.front() < peak && line.y.back() < peak) return 1.1 * peak;
  if (std::isfinite(peak) && peak < 12) return 1.1 * peak;
  double top = 0;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (line.x[i] >= 0.01 && line.x[i] <= 0.99) top = std::max(top, line.y[i]);
  }
  return 1.1 * std::max(top, 1.0);
}

// Cut by hand: a line that leaves the panel would be drawn outside of it.
void add_line(Panel& panel, plot::Line line, double top) {
  for (double& y : line.y) y = std::min(y, top);
  panel.marks.emplace_back(std::move(line));
}

// A stem a Dirac, as high as its weight on an axis where one is `full`.
bool add_stems(Panel& panel, const Distribution& distribution, double full) {
  plot::Points tips{.color = plot::Color::vermillion};
  for (const Component& each : distribution.components()) {
    if (each.shape != Shape::dirac) continue;
    const double place = each.parameters[0], height = each.weight * full;
    panel.marks.emplace_back(plot::Line{.x = {place, place},
                                        .y = {0, height},
                                        .color = plot::Color::vermillion,
                                        .dash = plot::Dash::solid});
    tips.x.push_back(place);
    tips.y.push_back(height);
    if (distribution.components().size() <= 6) {
      panel.marks.emplace_back(plot::Note{place, height, fmt::format("{:.3g}", each.weight)});
    }
  }
  if (tips.x.empty()) return false;
  panel.marks.emplace_back(std::move(tips));
  return true;
}

void add_two_classes(Panel& panel, const Distribution& distribution) {
  const auto components = distribution.components();
  const bool has_density = std::any_of(components.begin(), components.end(),
                                       [](const auto& each) { return each.shape != Shape::dirac; });
  panel.x.label = "θ";
  double top = 1.1;
  if (has_density) {
    plot::Line line = density_line(distribution, 0);
    top = top_of(line);
    line.color = plot::Color::blue;
    line.dash = plot::Dash::solid;
    add_line(panel, std::move(line), top);
  }
  const bool has_stems = add_stems(panel, distribution, top / 1.1);
  panel.y.label = !has_density ? "mass" : has_stems ? "density, masses" : "density";
  panel.y.max = top;
}

void add_classes(Panel& panel, const Distribution& distribution) {
  const std::vector<double>& mean = distribution.mean();
  std::vector<std::size_t> classes(mean.size());
  std::iota(classes.begin(), classes.end(), std::size_t{0});
  if (classes.size() > most_classes_drawn) {
    std::stable_sort(classes.begin(), classes.end(),
                     [&](std::size_t a, std::size_t b) { return mean[a] > mean[b]; });
    classes.resize(most_classes_drawn);
    std::sort(classes.begin(), classes.end());
    panel.notes.push_back(
        fmt::format("the {} likeliest of {} classes", classes.size(), mean.size()));
  }
  panel.x.label = "probability of the class";
  panel.y.label = "density";
  std::vector<plot::Line> lines;
  double top = 0;
  for (const std::size_t k : classes) {
    lines.push_back(density_line(distribution, k));
    lines.back().label = fmt::format("class {}", k + 1);
    lines.back().color = curve_color(lines.size() - 1);
    top = std::max(top, top_of(lines.back()));
  }
  for (plot::Line& line : lines) add_line(panel, std::move(line), top);
  panel.y.max = top;
}

Panel panel_of(const ExampleRow& row) {
  Panel panel{.title = row.named.name, .x = {.min = 0.0, .max = 1.0}, .y = {.min = 0.0}};
  const Distribution& distribution = row.named.distribution;
  if (distribution.n_classes() == 2) {
    add_two_classes(panel, distribution);
  } else {
    add_classes(panel, distribution);
  }
  for (const DistributionMeasure& each : row.measures) {
    panel.notes.push_back(fmt::format("{}: TU {:.4f}  AU {:.4f}  EU {:.4f}{}", each.measure.name(),
                                      each.values.total, each.values.aleatoric,
                                      each.values.epistemic,
                                      each.unit == "normalized" ? "" : " " + each.unit));
  }
  return panel;
}

}  // namespace

plot::Figure example_figure(std::span<const ExampleRow> rows) {
  plot::Figure figure;
  bool has_classes = false;
  for (const ExampleRow& row : rows) {
    figure.panels.push_back(panel_of(row));
    has_classes = has_classes || row.named.distribution.n_classes() > 2;
  }
  figure.columns = std::clamp<std::size_t>(rows.size(), 1, rows.size() == 4 ? 2 : 3);
  figure.panel_width = 330;  // room for a line of values below
  figure.panel_height = 200;
  figure.legend = has_classes ? plot::LegendPlace::each_panel : plot::LegendPlace::none;
  return figure;
}

}  // namespace qualm::report
