// SPDX-License-Identifier: Apache-2.0
#include "reproduce_workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "interruption.h"
#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "reproduce_provenance.h"
#include "run_torch.h"

namespace qualm::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_runs = 1000;

std::string run_folder(const std::string& folder, std::size_t run) {
  return fmt::format("{}/run{}", folder, run);
}

std::string file_of(const std::string& run, const std::string& dataset, bool raw_pixels) {
  return fmt::format("{}/{}{}.npz", run, dataset, raw_pixels ? "-raw" : "");
}

void check_interruption() {
  if (is_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
}

}  // namespace

std::optional<std::string> Workshop::source_of(const std::string& dataset,
                                               const std::string& split) {
  if (const auto given = options_.sources.find(dataset); given != options_.sources.end()) {
    const std::string note = fmt::format("{}: {}", dataset, given->second);
    std::vector<std::string>& notes = result_.notes;
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    // A folder of any name holds files with the names of that data set.
    return fs::is_directory(given->second) ? dataset + "=" + given->second : given->second;
  }
  const DatasetInfo& info = dataset_info(dataset);
  const FoundDataset found = find_dataset(info, options_.data_dir);
  const auto part = std::find_if(found.splits.begin(), found.splits.end(),
                                 [&](const FoundSplit& each) { return each.split == split; });
  if (part->is_whole()) return dataset;
  result_.missing.push_back(
      fmt::format("{}: {} files not found: qualm data get {}, or --use {}=FILE", info.title, split,
                  info.name, info.name));
  return std::nullopt;
}

std::optional<Arm> Workshop::stored_arm(const std::string& dataset, const std::string& name) {
  Arm arm{dataset, name, {}, {}};
  const std::string folder = options_.predictions + "/" + name;
  for (std::size_t run = 0; run < most_runs; ++run) {
    const std::string path = run_folder(folder, run);
    if (!fs::exists(file_of(path, dataset, false))) continue;
    if (arm.runs.size() < options_.runs.value_or(most_runs)) arm.runs.push_back(path);
  }
  // A folder with one file per data set is a single run of whatever was trained.
  const std::string single = file_of(options_.predictions, dataset, false);
  if (arm.runs.empty() && !fs::exists(folder) && fs::exists(single) &&
      read_provenance(single).plan.dataset == dataset) {
    arm.runs.push_back(options_.predictions);
  }
  if (!arm.runs.empty()) return arm;
  result_.missing.push_back(
      fmt::format("{}: there is no {}", name, file_of(run_folder(folder, 0), dataset, false)));
  return std::nullopt;
}

std::optional<Arm> Workshop::train(const std::string& dataset) {
  return train(dataset, options_.said);
}

std::optional<Arm> Workshop::train(const std::string& dataset, const training::TrainJob& said) {
  const std::string name = training_folder(dataset, options_.scale, said);
  if (!options_.predictions.empty()) return stored_arm(dataset, name);
  const std::optional<std::string> source = source_of(dataset, "train");
  if (!source) return std::nullopt;
  training::TrainJob job = training_for(dataset, options_.scale, said);
  job.dataset = *source;
  job.runs = options_.runs.value_or(job.runs);
  Arm arm = train_as(name, std::move(job));
  arm.dataset = dataset;
  return arm;
}

Arm Workshop::train_as(const std::string& name, training::TrainJob job) {
  fs::create_directories(options_.folder);
  job.data_dir = options_.data_dir;
  job.out = options_.folder + "/" + name;
  run_torch("train", training::to_json(job));
  check_interruption();
  Arm arm{job.dataset, name, job.out, {}};
  for (std::size_t run = 0; run < job.runs; ++run) {
    arm.runs.push_back(run_folder(fmt::format("{}/predictions/{}", options_.folder, name), run));
  }
  return arm;
}

std::vector<Arm> Workshop::all_arms(const std::string& dataset) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(options_.predictions, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name == dataset || name.starts_with(dataset + "-")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<Arm> arms;
  for (const std::string& name : names) {
    if (auto arm = stored_arm(dataset, name)) arms.push_back(std::move(*arm));
  }
  if (!names.empty()) return arms;
  if (auto arm = train(dataset)) arms.push_back(std::move(*arm));
  return arms;
}

std::optional<PredictionFiles> Workshop::predict(const Arm& arm, const std::string& dataset,
                                                 Manner manner) {
  PredictionFiles files;
  files.axes = "nmk";
  for (const std::string& run : arm.runs) {
    files.paths.push_back(file_of(run, dataset, manner.raw_pixels));
  }
  if (arm.ensemble.empty()) {
    for (const std::string& path : files.paths) {
      if (fs::exists(path)) continue;
      if (manner.raw_pixels) return std::nullopt;  // a look aside, not of the paper
      result_.missing.push_back(fmt::format("{} → {}: there is no {}", arm.name, dataset, path));
      return std::nullopt;
    }
  } else {
    const std::optional<std::string> source = source_of(dataset, "test");
    if (!source) return std::nullopt;
    training::PredictJob job;
    job.ensemble = arm.ensemble;
    job.datasets = {*source};
    job.data_dir = options_.data_dir;
    job.limit = manner.all_rows ? 0 : test_rows_for(options_.scale);
    job.raw_pixels = manner.raw_pixels;
    job.compact = true;
    job.resources = options_.said.resources;
    for (std::size_t run = 0; run < arm.runs.size(); ++run) {
      job.run = run;
      job.out = files.paths[run];
      run_torch("predict", training::to_json(job));
      check_interruption();
    }
  }
  record(arm, files.paths);
  return files;
}

void Workshop::record(const Arm& arm, const std::vector<std::string>& paths) {
  const auto known = std::any_of(result_.trainings.begin(), result_.trainings.end(),
                                 [&](const auto& each) { return each.folder == arm.name; });
  if (known) return;
  ReproducedTraining training;
  training.dataset = arm.dataset;
  training.folder = arm.name;
  training.runs = arm.runs.size();
  std::set<std::pair<std::uint64_t, std::size_t>> seen;
  for (const std::string& path : paths) {
    const Provenance found = read_provenance(path);
    if (found.plan.dataset.empty()) {
      result_.notes.push_back(
          fmt::format("{} has no record of how its members were trained", path));
      return;
    }
    if (training.members == 0) training.plan = found.plan;
    if (!is_same_training(found.plan, training.plan)) {
      throw_data(fmt::format("{}: its members were trained in another way than those of {}", path,
                             paths.front()));
    }
    if (!seen.emplace(found.plan.seed, found.run).second) {
      throw_data(fmt::format("{}: these members occur twice: seed {}, run {}", path,
                             found.plan.seed, found.run));
    }
    training.members = found.members;
    training.seconds += found.seconds;
    training.test_accuracies.insert(training.test_accuracies.end(), found.test_accuracies.begin(),
                                    found.test_accuracies.end());
  }
  result_.trainings.push_back(std::move(training));
}

std::vector<std::uint32_t> labels_of(const PredictionFiles& files, const PredictionSet& set) {
  const io::Numbers numbers = io::read_numbers(files.paths.front(), {"labels"});
  return check_labels(numbers.values, set.n_instances(), set.n_classes(), numbers.label);
}

}  // namespace qualm::cli
