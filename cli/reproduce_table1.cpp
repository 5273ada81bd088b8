// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "qualm/report.h"
#include "reproduce_detection.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {

plot::Figure reproduce_table1(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 2, .legend = plot::LegendPlace::each_panel};
  for (const Pairing& pairing : pairings) {
    const std::string in = pairing.in;
    const std::optional<Arm> arm = workshop.train(in);
    if (!arm) continue;
    const std::optional<OodResult> found = detect(workshop, *arm, pairing, in, result);
    if (!found) continue;
    if (const auto files = workshop.predict(*arm, in)) {
      add_fingerprint(*arm, scores_on(*files, paper_scores(), true), result);
    }
    plot::Figure of_pairing = report::ood_roc_figure(*found);
    for (std::size_t set = 0; set < found->sets.size(); ++set) {
      of_pairing.panels[set].title = fmt::format("{} → {}", in, found->sets[set]);
      figure.panels.push_back(std::move(of_pairing.panels[set]));
    }
  }
  const bool has_undivided =
      std::any_of(result.numbers.begin(), result.numbers.end(), [](const ReproducedNumber& number) {
        return number.what.find("itself without /255") != std::string::npos;
      });
  if (!has_undivided) return figure;
  result.notes.emplace_back(
      "\"itself without /255\": the same test pictures fed as 0 to 255. They are "
      "in-distribution: an AUROC far from one half measures the scale of the pixels");
  return figure;
}

}  // namespace qualm::cli
