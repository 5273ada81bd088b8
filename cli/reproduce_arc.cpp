// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {

plot::Figure reproduce_arc(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 2, .legend = plot::LegendPlace::below};
  for (const char* const dataset : curve_datasets) {
    const std::optional<RejectResult> found = reject_on(workshop, dataset);
    if (!found) continue;
    result.numbers.push_back(
        {fmt::format("{}: accuracy", dataset), found->accuracy, published_accuracy(dataset, 0)});
    for (const ScoreRejection& score : found->scores) {
      for (std::size_t i = 0; i < found->options.coverages.size(); ++i) {
        const double rejected = 1 - found->options.coverages[i];
        const bool is_total = score.name.ends_with(".total");
        result.numbers.push_back({fmt::format("{}: accuracy, {:.0f} % rejected by {}", dataset,
                                              100 * rejected, score.name),
                                  score.accuracy_at_coverage[i],
                                  is_total ? published_accuracy(dataset, rejected) : std::nullopt});
      }
    }
    plot::Figure curves = report::reject_curves_figure(*found);
    curves.panels[0].title = dataset;
    figure.panels.push_back(std::move(curves.panels[0]));
  }
  return figure;
}

}  // namespace qualm::cli
