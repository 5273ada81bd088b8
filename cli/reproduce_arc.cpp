// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

/// One panel per part, as in the paper: variance and entropy side by side.
void add_curves(const RejectResult& found, const std::string& dataset, plot::Figure& figure) {
  for (const Part part : all_parts) {
    RejectResult of_part = found;
    std::erase_if(of_part.scores, [&](const ScoreRejection& score) {
      return !score.name.ends_with(fmt::format(".{}", name(part)));
    });
    plot::Panel panel = report::reject_curves_figure(of_part).panels[0];
    panel.title = fmt::format("{}: {} uncertainty", dataset, name(part));
    for (plot::Mark& mark : panel.marks) {
      // The same label, colour and dash in all panels.
      if (auto* line = std::get_if<plot::Line>(&mark)) {
        const std::string suffix = fmt::format(".{}", name(part));
        if (const auto at = line->label.find(suffix); at != std::string::npos) {
          line->label.erase(at, suffix.size());
        }
      }
    }
    figure.panels.push_back(std::move(panel));
  }
}

}  // namespace

plot::Figure reproduce_arc(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 3, .legend = plot::LegendPlace::below};
  for (const char* const dataset : curve_datasets) {
    const std::optional<RejectResult> found = reject_on(workshop, dataset);
    if (!found) continue;
    const auto add = [&](const std::string& what, const Estimate& ours,
                         std::optional<Published> published) {
      ReproducedNumber number{fmt::format("{}: accuracy{}", dataset, what), ours, published};
      result.numbers.push_back(std::move(number));
    };
    add("", found->accuracy, published_accuracy(dataset, 0));
    for (const ScoreRejection& score : found->scores) {
      for (std::size_t i = 0; i < found->options.coverages.size(); ++i) {
        const double rejected = 1 - found->options.coverages[i];
        const bool is_total = score.name.ends_with(".total");
        add(fmt::format(", {:.0f}% rejected by {}", 100 * rejected, score.name),
            score.accuracy_at_coverage[i],
            is_total ? published_accuracy(dataset, rejected) : std::nullopt);
      }
    }
    add_curves(*found, dataset, figure);
  }
  return figure;
}

}  // namespace qualm::cli
