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

training::TrainJob training_for(std::string_view dataset, Scale scale, training::TrainJob said) {
  training::TrainJob job = std::move(said);
  job.dataset = dataset;
  job.members = paper_members;
  job.runs = paper_runs;
  if (scale == Scale::quick) {
    job.members = 2;
    job.runs = 2;
    if (!job.epochs) job.epochs = 1;
    job.limit = 2000;
  } else if (scale == Scale::cpu && is_resnet(dataset)) {
    job.runs = 1;
    if (!job.epochs) job.epochs = 6;
  }
  return job;
}

std::size_t test_rows_for(Scale scale) noexcept {
  return scale == Scale::quick ? 1000 : 0;
}

std::vector<std::pair<std::string, std::string>> said_of_recipe(const training::TrainJob& said) {
  std::vector<std::pair<std::string, std::string>> words;
  const auto add = [&](std::string_view option, const auto& value) {
    if (value) words.emplace_back(option, fmt::format("{}", *value));
  };
  const auto yes_no = [](const std::optional<bool>& value) {
    return value ? std::optional<std::string>(*value ? "yes" : "no") : std::nullopt;
  };
  if (said.recipe != "text") words.emplace_back("recipe", said.recipe);
  add("epochs", said.epochs);
  add("batch-size", said.batch_size);
  add("optimizer", said.optimizer);
  add("rate", said.rate);
  if (said.rate_steps) {
    std::vector<std::string> steps;
    for (const training::RateStep& step : *said.rate_steps) {
      steps.push_back(fmt::format("{}:{}", step.epoch, step.rate));
    }
    words.emplace_back("rate-steps",
                       steps.empty() ? "none" : fmt::format("{}", fmt::join(steps, ",")));
  }
  add("momentum", said.momentum);
  add("weight-decay", said.weight_decay);
  add("shuffle", yes_no(said.shuffle));
  add("augment", yes_no(said.augment));
  if (said.seed != 0) words.emplace_back("seed", std::to_string(said.seed));
  return words;
}

std::string training_folder(std::string_view dataset, Scale scale, const training::TrainJob& said) {
  std::string folder(dataset);
  for (const auto& [option, value] : said_of_recipe(said)) {
    folder += option == "recipe" ? "-" + value : fmt::format("-{}-{}", option, value);
  }
  const bool is_cut = scale == Scale::quick || (scale == Scale::cpu && is_resnet(dataset));
  return is_cut ? fmt::format("{}-{}", folder, name(scale)) : folder;
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
