// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/datasets.h"
#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

constexpr std::size_t shown_each = 2;

std::string pictures_of(const std::string& dataset, const std::string& data_dir) {
  const FoundDataset found = find_dataset(dataset_info(dataset), data_dir);
  for (const FoundSplit& split : found.splits) {
    if (split.split == "test") return split.paths.front();
  }
  return {};
}

}  // namespace

plot::Figure reproduce_labelwise(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 2, .legend = plot::LegendPlace::below};
  for (const char* const dataset : {"mnist", "fashion-mnist"}) {
    const std::optional<std::string> ensemble = workshop.train(dataset);
    if (!ensemble) continue;
    std::optional<PredictionFiles> files = workshop.predict(*ensemble, dataset, {.all_rows = true});
    if (!files) continue;
    files->paths.resize(1);  // one ensemble, as in the paper
    const PredictionSet set(*files);
    const std::vector<std::uint32_t> labels = labels_of(*files, set);
    const PictureFile pictures(pictures_of(dataset, workshop.options().data_dir), "",
                               set.n_instances());
    for (const Part part : {Part::epistemic, Part::aleatoric, Part::total}) {
      const ExplainRequest request{{"variance", part}, {}, shown_each, labels, &pictures};
      const ExplainResult found = explain(set, request);
      for (const Explanation& each : found.instances) {
        Estimate ours;
        ours.value = {each.score, {}};
        ours.std.undefined = "one picture of one run";
        ours.ci95.undefined = ours.std.undefined;
        result.numbers.push_back(
            {fmt::format("{}: {} of row {}", dataset, found.by, each.row), ours, {}});
      }
      for (plot::Panel& panel : report::explain_figure(found).panels) {
        panel.title = fmt::format("{}, most {}: {}", dataset, name(part), panel.title);
        figure.panels.push_back(std::move(panel));
      }
    }
  }
  return figure;
}

}  // namespace qualm::cli
