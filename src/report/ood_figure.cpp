// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report/ood.h"
#include "report/curve_colors.h"
#include "report/histogram_panel.h"

namespace qualm::report {
namespace {

using plot::Line;
using plot::Panel;
using plot::TickFormat;

/// "0.904 ± 0.002 ", in front of a name that may be cut for want of room.
std::string auroc_text(const Estimate& auroc) {
  if (!auroc.value.is_defined()) return {};
  return auroc.std.is_defined()
             ? fmt::format("{:.3f} ± {:.3f} ", auroc.value.value, auroc.std.value)
             : fmt::format("{:.3f} ", auroc.value.value);
}

Panel roc_panel(const OodResult& result, std::size_t set) {
  const plot::Axis rate{.format = TickFormat::percent, .min = 0.0, .max = 1.0};
  Panel panel{.title = "ROC: " + result.sets[set], .x = rate, .y = rate};
  panel.x.label = "false positive rate";
  panel.y.label = "true positive rate";
  panel.notes.push_back(result.n_runs > 1
                            ? fmt::format("AUROC and band: mean ± std of {} runs", result.n_runs)
                            : "numbers: AUROC");
  for (std::size_t score = 0; score < result.scores.size(); ++score) {
    const OodDetection& detection = result.detections[score][set];
    Line line{.label = auroc_text(detection.statistics[0]) + result.scores[score],
              .x = detection.fpr,
              .y = detection.tpr,
              .color = curve_color(score),
              .dash = curve_dash(score)};
    for (std::size_t i = 0; i < detection.tpr_std.size(); ++i) {
      line.lower.push_back(std::max(0.0, detection.tpr[i] - detection.tpr_std[i]));
      line.upper.push_back(std::min(1.0, detection.tpr[i] + detection.tpr_std[i]));
    }
    panel.marks.emplace_back(std::move(line));
  }
  panel.marks.emplace_back(plot::Reference{.label = "chance"});
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
  const std::size_t n_sets = result.sets.size(), n_scores = result.scores.size();
  plot::Figure figure;
  // One row per set where that fits on a page, else the ROC curves first.
  const bool row_a_set = n_scores <= 3;
  if (!row_a_set) figure = ood_roc_figure(result);
  for (std::size_t set = 0; set < n_sets; ++set) {
    if (row_a_set) figure.panels.push_back(roc_panel(result, set));
    for (std::size_t score = 0; score < n_scores; ++score) {
      figure.panels.push_back(
          histogram_panel(fmt::format("{}: {}", result.scores[score], result.sets[set]),
                          result.detections[score][set].histogram, "in", "out"));
    }
  }
  figure.columns = row_a_set ? 1 + n_scores : 3;
  figure.legend = plot::LegendPlace::each_panel;
  return figure;
}

}  // namespace qualm::report
