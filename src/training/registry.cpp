// SPDX-License-Identifier: Apache-2.0
#include "qualm/training/registry.h"

#include <fmt/format.h>

#include <vector>

#include "error/nearest_name.h"
#include "qualm/error.h"

namespace qualm::training {
namespace {

constexpr Model all_models[] = {
    {"cnn", "two convolutions and two fully connected layers, as in the paper", false},
    {"resnet18", "the stock ResNet18", false},
    {"mlp", "fully connected layers, for features", true},
};

constexpr Method all_methods[] = {
    {"ensemble", "members that differ in initialisation and order", false, false, false, false},
    {"bootstrap", "each member sees its own bootstrap sample", true, false, false, false},
    {"mc-dropout", "dropout kept on when predicting", false, true, false, false},
    {"evidential", "a Dirichlet output (Sensoy et al. 2018)", false, false, true, false},
    {"snapshot", "stations of one training, cyclic learning rate", false, false, false, true},
};

template <typename Row, std::size_t n>
const Row& find_row(const Row (&rows)[n], std::string_view what, std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    if (row.name == wanted) return row;
    names.push_back(row.name);
  }
  const std::string nearest = nearest_name(wanted, names);
  throw_usage(
      nearest.empty()
          ? fmt::format("unknown {} '{}': choose from {}", what, wanted, fmt::join(names, ", "))
          : fmt::format("unknown {} '{}': did you mean {}?", what, wanted, nearest));
}

}  // namespace

std::span<const Model> models() noexcept {
  return all_models;
}

const Model& find_model(std::string_view name) {
  return find_row(all_models, "model", name);
}

std::span<const Method> methods() noexcept {
  return all_methods;
}

const Method& find_method(std::string_view name) {
  return find_row(all_methods, "method", name);
}

}  // namespace qualm::training
