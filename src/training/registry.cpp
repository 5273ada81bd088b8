// SPDX-License-Identifier: Apache-2.0
#include "qualm/training/registry.h"

#include "error/choose.h"

namespace qualm::training {
namespace {

constexpr Model all_models[] = {
    {"cnn", "two convolutions and two fully connected layers, as in the paper", false},
    {"resnet18", "the stock ResNet18", false},
    {"mlp", "fully connected layers, for features", true},
};

constexpr Method all_methods[] = {
    {"ensemble", "members that differ in initialization and data order", false, false, false,
     false},
    {"bootstrap", "each member sees its own bootstrap sample", true, false, false, false},
    {"mc-dropout", "dropout kept on when predicting", false, true, false, false},
    {"evidential", "a Dirichlet output (Sensoy et al. 2018)", false, false, true, false},
    {"snapshot", "snapshots of one training with a cyclic learning rate", false, false, false,
     true},
};

}  // namespace

std::span<const Model> models() noexcept {
  return all_models;
}

const Model& find_model(std::string_view name) {
  return all_models[choose("model", name, all_models)];
}

std::span<const Method> methods() noexcept {
  return all_methods;
}

const Method& find_method(std::string_view name) {
  return all_methods[choose("method", name, all_methods)];
}

}  // namespace qualm::training
