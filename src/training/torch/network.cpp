// SPDX-License-Identifier: Apache-2.0
#include "training/torch/network.h"

#include "qualm/error.h"

namespace qualm::training {
namespace {

struct Row {
  std::string_view name;
  std::shared_ptr<Network> (*make)(const TrainingPlan&);
};
constexpr Row makers[] = {{"cnn", make_cnn}, {"resnet18", make_resnet18}, {"mlp", make_mlp}};

}  // namespace

std::shared_ptr<Network> make_network(const TrainingPlan& plan) {
  for (const Row& row : makers) {
    if (row.name == plan.model) return row.make(plan);
  }
  throw_data("no such model: '" + plan.model + "'");
}

}  // namespace qualm::training
