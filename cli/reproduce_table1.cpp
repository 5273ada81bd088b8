// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

struct Pairing {
  const char* in;
  const char* out[2];
};
constexpr Pairing pairings[] = {{"fashion-mnist", {"mnist", "kmnist"}},
                                {"cifar-10", {"svhn", "cifar-10.2"}}};

/// The effect of not dividing by 255 on in-distribution pictures.
constexpr const char* undivided = "itself without /255";

void add_numbers(const std::string& in, const OodResult& found, Reproduction& result) {
  for (std::size_t set = 0; set < found.sets.size(); ++set) {
    for (std::size_t score = 0; score < found.scores.size(); ++score) {
      result.numbers.push_back(
          {fmt::format("{} → {}: AUROC of {}", in, found.sets[set], found.scores[score]),
           found.detections[score][set].statistics[0],
           published_auroc(in, found.sets[set], found.scores[score])});
    }
  }
}

void add_panels(const std::string& in, const OodResult& found, plot::Figure& figure) {
  plot::Figure of_pairing = report::ood_roc_figure(found);
  for (std::size_t set = 0; set < found.sets.size(); ++set) {
    of_pairing.panels[set].title = fmt::format("{} → {}", in, found.sets[set]);
    figure.panels.push_back(std::move(of_pairing.panels[set]));
  }
}

}  // namespace

plot::Figure reproduce_table1(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 2, .legend = plot::LegendPlace::each_panel};
  const std::vector<Score> scores = paper_scores(std::vector{Part::epistemic});
  for (const Pairing& pairing : pairings) {
    const std::string in = pairing.in;
    const std::optional<std::string> ensemble = workshop.train(in);
    if (!ensemble) continue;
    const std::optional<PredictionFiles> files = workshop.predict(*ensemble, in);
    if (!files) continue;
    std::vector<OodSet> others;
    for (const char* out : pairing.out) {
      if (const auto foreign = workshop.predict(*ensemble, out)) {
        others.push_back({out, scores_on(*foreign, scores, false)});
      }
    }
    if (const auto raw = workshop.predict(*ensemble, in, {.raw_pixels = true})) {
      others.push_back({undivided, scores_on(*raw, scores, false)});
    }
    const OodResult found = ood(scores_on(*files, scores, false), others);
    add_numbers(in, found, result);
    add_panels(in, found, figure);
  }
  result.notes.emplace_back(
      "\"itself without /255\": the same test pictures fed as 0 to 255. They are "
      "in-distribution: an AUROC far from one half measures the scale of the pixels");
  return figure;
}

}  // namespace qualm::cli
