// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report/ood.h"
#include "report/curve_colors.h"

namespace qualm::report {
namespace {

using plot::Line;
using plot::Panel;
using plot::TickFormat;

Panel roc_panel(const OodResult& result, std::size_t set) {
  const plot::Axis rate{.format = TickFormat::percent, .min = 0.0, .max = 1.0};
  Panel panel{.title = "ROC: " + result.sets[set], .x = rate, .y = rate};
  if (result.n_runs > 1) panel.title += fmt::format(", mean of {} runs", result.n_runs);
  panel.x.label = "false positive rate";
  panel.y.label = "true positive rate";
  for (std::size_t score = 0; score < result.scores.size(); ++score) {
    const OodDetection& detection = result.detections[score][set];
    Line line{.label = result.scores[score] + (result.n_runs > 1 ? " ± std" : ""),
              .x = detection.fpr,
              .y = detection.tpr,
              .color = curve_color(score)};
    for (std::size_t i = 0; i < detection.tpr_std.size(); ++i) {
      line.lower.push_back(std::max(0.0, detection.tpr[i] - detection.tpr_std[i]));
      line.upper.push_back(std::min(1.0, detection.tpr[i] + detection.tpr_std[i]));
    }
    panel.marks.emplace_back(std::move(line));
    const Estimate& auroc = detection.statistics[0];
    if (auroc.value.is_defined()) {
      panel.notes.push_back(
          auroc.std.is_defined()
              ? fmt::format("AUROC {:.3f} ± {:.3f} {}", auroc.value.value, auroc.std.value,
                            result.scores[score])
              : fmt::format("AUROC {:.3f} {}", auroc.value.value, result.scores[score]));
    }
  }
  panel.marks.emplace_back(plot::Reference{.label = "chance"});
  return panel;
}

Panel histogram_panel(const OodResult& result, std::size_t score, std::size_t set) {
  const Histogram& shares = result.detections[score][set].histogram;
  Panel panel{.title = fmt::format("{}: {}", result.scores[score], result.sets[set]),
              .x = {.label = "score"},
              .y = {.label = "share", .min = 0.0}};
  panel.marks.emplace_back(plot::Histogram{.label = "in",
                                           .edges = shares.edges,
                                           .heights = shares.negative,
                                           .color = plot::Color::blue});
  panel.marks.emplace_back(plot::Histogram{.label = "out",
                                           .edges = shares.edges,
                                           .heights = shares.positive,
                                           .color = plot::Color::vermillion});
  if (shares.overlap.is_defined()) {
    panel.notes.push_back(fmt::format("overlap {:.3f}", shares.overlap.value));
  }
  return panel;
}

}  // namespace

plot::Figure ood_roc_figure(const OodResult& result) {
  plot::Figure figure;
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    figure.panels.push_back(roc_panel(result, set));
  }
  figure.columns = std::min<std::size_t>(3, result.sets.size());
  return figure;
}

plot::Figure ood_figure(const OodResult& result) {
  plot::Figure figure;
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    figure.panels.push_back(roc_panel(result, set));
    for (std::size_t score = 0; score < result.scores.size(); ++score) {
      figure.panels.push_back(histogram_panel(result, score, set));
    }
  }
  // A row a set, as long as that fits on a page.
  figure.columns = std::min<std::size_t>(4, 1 + result.scores.size());
  figure.legend = plot::LegendPlace::each_panel;
  return figure;
}

}  // namespace qualm::report
