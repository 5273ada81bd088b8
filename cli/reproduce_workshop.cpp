// SPDX-License-Identifier: Apache-2.0
#include "reproduce_workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "interruption.h"
#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "run_torch.h"
#include "training/ensemble_folder.h"

namespace qualm::cli {
namespace {

/// What the log says of the members of the first runs: seconds, and accuracy of finished ones.
void read_log(const training::EnsembleFolder& folder, std::size_t runs, std::size_t last_epoch,
              ReproducedTraining& into) {
  std::ifstream log(folder.log_path());
  for (std::string line; std::getline(log, line);) {
    const auto entry = nlohmann::json::parse(line, nullptr, false);
    if (entry.is_discarded() || entry.value("run", runs) >= runs) continue;
    into.seconds += entry.value("seconds", 0.0);
    const auto accuracy = entry.find("test_accuracy");
    if (entry.value("epoch", std::size_t{0}) == last_epoch && accuracy != entry.end() &&
        accuracy->is_number()) {
      into.test_accuracies.push_back(accuracy->get<double>());
    }
  }
}

}  // namespace

std::optional<std::string> Workshop::source_of(const std::string& dataset,
                                               const std::string& split) {
  if (const auto given = options_.sources.find(dataset); given != options_.sources.end()) {
    result_.notes.push_back(fmt::format("{}: {}", dataset, given->second));
    return given->second;
  }
  const DatasetInfo& info = dataset_info(dataset);
  const FoundDataset found = find_dataset(info, options_.data_dir);
  const auto part = std::find_if(found.splits.begin(), found.splits.end(),
                                 [&](const FoundSplit& each) { return each.split == split; });
  if (part->is_whole()) return dataset;
  result_.missing.push_back(
      fmt::format("{}: its {} files are not here: qualm data get {}, or --use {}=FILE", info.title,
                  split, info.name, info.name));
  return std::nullopt;
}

void Workshop::record(const std::string& dataset, const std::string& ensemble, std::size_t runs) {
  const auto known = std::any_of(result_.trainings.begin(), result_.trainings.end(),
                                 [&](const auto& each) { return each.dataset == dataset; });
  if (known) return;
  const training::EnsembleFolder folder(ensemble);
  const training::EnsembleRecord record = folder.read_record();
  ReproducedTraining training{dataset, record.plan, record.members, runs, 0, {}};
  read_log(folder, runs, record.plan.epochs - 1, training);
  result_.trainings.push_back(std::move(training));
}

std::optional<std::string> Workshop::train(const std::string& dataset) {
  const std::optional<std::string> source = source_of(dataset, "train");
  if (!source) return std::nullopt;
  training::TrainJob job = training_for(dataset, options_.scale);
  std::string folder = options_.folder + "/" + training_folder(dataset, options_.scale);
  if (options_.epochs && options_.epochs != job.epochs) {
    job.epochs = options_.epochs;
    folder += fmt::format("-{}-epochs", *options_.epochs);
  }
  std::filesystem::create_directories(options_.folder);
  job.dataset = *source;
  job.data_dir = options_.data_dir;
  job.out = folder;
  job.runs = options_.runs.value_or(job.runs);
  job.seed = options_.seed;
  job.resources = options_.resources;
  run_torch("train", training::to_json(job));
  record(dataset, folder, job.runs);
  return folder;
}

std::optional<PredictionFiles> Workshop::predict(const std::string& ensemble,
                                                 const std::string& dataset, Manner manner) {
  const std::optional<std::string> source = source_of(dataset, "test");
  if (!source) return std::nullopt;
  training::PredictJob job;
  job.ensemble = ensemble;
  job.datasets = {*source};
  job.data_dir = options_.data_dir;
  job.limit = manner.all_rows ? 0 : test_rows_for(options_.scale);
  job.raw_pixels = manner.raw_pixels;
  job.resources = options_.resources;
  job.out = fmt::format("{}/{}{}.run{{r}}.npz", ensemble, dataset, manner.raw_pixels ? "-raw" : "");
  PredictionFiles files;
  files.axes = "nmk";
  const std::size_t runs =
      options_.runs.value_or(training_for(result_.trainings.back().dataset, options_.scale).runs);
  for (std::size_t run = 0; run < runs; ++run) {
    job.run = run;
    run_torch("predict", training::to_json(job));
    std::string path = job.out;
    path.replace(path.find("{r}"), 3, std::to_string(run));
    files.paths.push_back(std::move(path));
    if (is_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
  }
  return files;
}

std::vector<std::uint32_t> labels_of(const PredictionFiles& files, const PredictionSet& set) {
  const io::Numbers numbers = io::read_numbers(files.paths.front(), {"labels"});
  return check_labels(numbers.values, set.n_instances(), set.n_classes(), numbers.label);
}

}  // namespace qualm::cli
