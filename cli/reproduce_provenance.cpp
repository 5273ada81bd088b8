// SPDX-License-Identifier: Apache-2.0
#include "reproduce_provenance.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "training/json.h"

namespace qualm::cli {
namespace {

nlohmann::json settings_of(const training::TrainingPlan& plan) {
  nlohmann::json settings = plan;
  for (const char* const other : {"seed", "device", "threads"}) settings.erase(other);
  return settings;
}

}  // namespace

bool is_same_training(const training::TrainingPlan& a, const training::TrainingPlan& b) {
  return settings_of(a) == settings_of(b);
}

Provenance read_provenance(const std::string& path) {
  const std::vector<std::string> names = io::array_names(path);
  if (std::find(names.begin(), names.end(), "provenance") == names.end()) return {};
  const io::Entries entries = io::read_entries(path, {"provenance"});
  Provenance result;
  try {
    const auto document = nlohmann::json::parse(entries.texts.at(0));
    if (!document.contains("training")) return {};
    result.plan = training::plan_from(document["training"]);
    result.run = document.value("run", std::size_t{0});
    result.members = document.at("members").size();
    for (const auto& seconds : document.value("training_seconds", nlohmann::json::array())) {
      result.seconds += seconds.get<double>();
    }
    for (const auto& accuracy : document.value("test_accuracies", nlohmann::json::array())) {
      if (accuracy.is_number()) result.test_accuracies.push_back(accuracy.get<double>());
    }
  } catch (const std::exception& error) {
    throw_data(fmt::format("{}: its provenance is damaged: {}", path, io::printable(error.what())));
  }
  return result;
}

}  // namespace qualm::cli
