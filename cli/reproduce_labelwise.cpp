// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "qualm/datasets.h"
#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

constexpr std::size_t shown_each = 9;

/// Beside stored predictions, or of the data set; empty: nowhere.
std::string pictures_of(const std::string& dataset, const WorkshopOptions& options,
                        const std::string& run, std::size_t n_rows) {
  std::string beside = run + "/pictures.npz";
  if (!options.predictions.empty() && std::filesystem::exists(beside)) return beside;
  if (n_rows != split_of(dataset_info(dataset), "test").n_instances) return {};
  const FoundDataset found = find_dataset(dataset_info(dataset), options.data_dir);
  for (const FoundSplit& split : found.splits) {
    if (split.split == "test") return split.paths.front();
  }
  return {};
}

}  // namespace

plot::Figure reproduce_labelwise(Workshop& workshop, Reproduction& result) {
  plot::Figure figure{.columns = 3, .legend = plot::LegendPlace::below};
  figure.panel_height = 110;
  result.test_rows = 0;  // all, whatever the scale
  for (const char* const dataset : {"mnist", "fashion-mnist"}) {
    const std::optional<Arm> arm = workshop.train(dataset);
    if (!arm) continue;
    std::optional<PredictionFiles> files = workshop.predict(*arm, dataset, {.all_rows = true});
    if (!files) continue;
    files->paths.resize(1);  // one ensemble, as in the paper
    const PredictionSet set(*files);
    const std::vector<std::uint32_t> labels = labels_of(*files, set);
    const std::string pictures_path =
        pictures_of(dataset, workshop.options(), arm->runs.front(), set.n_instances());
    std::optional<PictureFile> pictures;
    if (!pictures_path.empty()) {
      const bool is_archive = pictures_path.ends_with("pictures.npz");
      pictures.emplace(pictures_path, is_archive ? "pictures" : "", set.n_instances());
    }
    for (const Part part : all_parts) {
      const ExplainRequest request{
          {"variance", part}, {}, shown_each, labels, pictures ? &*pictures : nullptr};
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
        panel.title = fmt::format("most {}, {}", name(part), panel.title);
        figure.panels.push_back(std::move(panel));
      }
    }
  }
  return figure;
}

}  // namespace qualm::cli
