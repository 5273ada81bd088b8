// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/text.h"
#include "qualm/report/explain.h"
#include "report/full_bar.h"
#include "report/text_layout.h"

namespace qualm::report {
namespace {

// More names than these do not fit below a panel; then the classes with the greatest total are
// drawn.
constexpr std::size_t most_bars = 12;

std::vector<std::size_t> drawn_classes(const Explanation& instance) {
  std::vector<std::size_t> classes(instance.mean.size());
  std::iota(classes.begin(), classes.end(), std::size_t{0});
  if (classes.size() <= most_bars) return classes;
  const auto end = classes.begin() + most_bars;
  std::partial_sort(classes.begin(), end, classes.end(), [&](std::size_t a, std::size_t b) {
    const std::vector<double>& total = instance.variance.total;
    return total[a] > total[b] || (total[a] == total[b] && a < b);
  });
  classes.erase(end, classes.end());
  return classes;
}

plot::Panel panel_of(const Explanation& instance, const ExplainResult& result) {
  const auto named = [&](std::size_t k) { return shortened_name(result.class_names[k], 24); };
  plot::Panel panel;
  panel.title = instance.id.empty()
                    ? fmt::format("row {}: {}", instance.row, named(instance.predicted))
                    : fmt::format("{}: {}", instance.id, named(instance.predicted));
  if (instance.label) {
    panel.title += *instance.label == instance.predicted
                       ? " (correct)"
                       : fmt::format(" (true class {})", named(*instance.label));
  }
  if (instance.picture) {
    panel.marks.emplace_back(plot::Image{instance.picture->width, instance.picture->height,
                                         instance.picture->channels, instance.picture->pixels});
  }
  plot::BarSeries epistemic{.label = "epistemic", .color = plot::Color::blue};
  plot::BarSeries aleatoric{.label = "aleatoric", .color = plot::Color::vermillion};
  for (const std::size_t k : drawn_classes(instance)) {
    panel.x.categories.push_back(shortened_name(result.class_names[k], 16));
    epistemic.values.push_back(instance.variance.epistemic[k]);
    aleatoric.values.push_back(instance.variance.aleatoric[k]);
  }
  panel.marks.emplace_back(plot::Bars{{epistemic, aleatoric}, true});
  panel.y = {.label = "variance", .min = 0.0, .max = full_bar(result)};
  return panel;
}

}  // namespace

plot::Figure explain_figure(const ExplainResult& result) {
  plot::Figure figure;
  figure.title = result.are_chosen ? std::string("Variance of each class")
                                   : fmt::format("Rows with the highest {}", result.by);
  if (result.class_names.size() > most_bars) {
    figure.title += fmt::format("; the {} of {} classes with the greatest variance", most_bars,
                                result.class_names.size());
  }
  for (const Explanation& instance : result.instances) {
    figure.panels.push_back(panel_of(instance, result));
  }
  figure.columns = static_cast<std::size_t>(
      std::min(3.0, std::ceil(std::sqrt(static_cast<double>(figure.panels.size())))));
  figure.legend = plot::LegendPlace::below;
  return figure;
}

}  // namespace qualm::report
