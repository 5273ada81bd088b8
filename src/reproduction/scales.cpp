// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/datasets.h"
#include "qualm/reproduction.h"

namespace qualm {
namespace {

// As in the text of the paper.
constexpr std::size_t paper_members = 5, paper_runs = 5;

bool is_resnet(std::string_view dataset) {
  return training::recipe_for(dataset, false).model == "resnet18";
}

}  // namespace

std::string_view name(Scale scale) noexcept {
  constexpr std::string_view names[] = {"quick", "cpu", "paper"};
  return names[static_cast<std::size_t>(scale)];
}

training::TrainJob training_for(std::string_view dataset, Scale scale) {
  training::TrainJob job;
  job.dataset = dataset;
  job.members = paper_members;
  job.runs = paper_runs;
  if (scale == Scale::quick) {
    job.members = 2;
    job.runs = 2;
    job.epochs = 1;
    job.limit = 2000;
  } else if (scale == Scale::cpu && is_resnet(dataset)) {
    job.runs = 1;
    job.epochs = 6;
  }
  return job;
}

std::size_t test_rows_for(Scale scale) noexcept {
  return scale == Scale::quick ? 1000 : 0;
}

std::string training_folder(std::string_view dataset, Scale scale) {
  const bool is_cut = scale == Scale::quick || (scale == Scale::cpu && is_resnet(dataset));
  return is_cut ? fmt::format("{}-{}", dataset, name(scale)) : std::string(dataset);
}

std::vector<std::string> ReproducedTraining::cuts() const {
  std::vector<std::string> cuts;
  const auto compare = [&](std::string_view what, std::size_t ours, std::size_t theirs) {
    if (ours < theirs) cuts.push_back(fmt::format("{}: {} of {}", what, ours, theirs));
  };
  compare("runs", runs, paper_runs);
  compare("members", members, paper_members);
  compare("epochs", plan.epochs, training::recipe_for(dataset, false).epochs);
  compare("pictures", plan.n_rows, split_of(dataset_info(dataset), "train").n_instances);
  return cuts;
}

}  // namespace qualm
