// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {

plot::Figure reproduce_histograms(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 3, .legend = plot::LegendPlace::below};
  for (const char* const dataset : curve_datasets) {
    const std::optional<RejectResult> found = reject_on(workshop, dataset);
    if (!found) continue;
    for (const ScoreRejection& score : found->scores) {
      result.numbers.push_back(
          {fmt::format("{}: overlap of correct and wrong in {}", dataset, score.name),
           score.overlap,
           {}});
    }
    for (plot::Panel& panel : report::reject_histograms_figure(*found).panels) {
      panel.title = fmt::format("{}: {}", dataset, panel.title);
      figure.panels.push_back(std::move(panel));
    }
  }
  result.notes.emplace_back("histograms are of the first run, overlaps of all");
  return figure;
}

}  // namespace qualm::cli
