// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <memory>
#include <string>

#include "training/torch/network.h"

namespace qualm::training {

/// A member in the middle of its training; what a checkpoint holds.
struct TrainingState {
  std::shared_ptr<Network> network;
  std::unique_ptr<torch::optim::Optimizer> optimizer;
  std::size_t epoch = 0, step = 0;  ///< the next one to do
  double loss_sum = 0;              ///< over the rows of this epoch so far
  std::size_t n_correct = 0;

  void set_rate(double rate);
};

/// A fresh network and optimiser; draws the weights from LibTorch's generator.
[[nodiscard]] TrainingState begin_training(const TrainingPlan& plan, torch::Device device);

/// Writes network, optimiser, place in the training and LibTorch's generator.
void save_checkpoint(const TrainingState& state, const std::string& path);
/// Puts all of them back. Throws data if the file is damaged or of another network.
void load_checkpoint(TrainingState& state, const std::string& path);
/// The (whole) epochs done in a checkpoint, and the steps of the next.
struct CheckpointPlace {
  std::size_t epoch = 0, step = 0;
};
[[nodiscard]] CheckpointPlace read_checkpoint_place(const std::string& path);

}  // namespace qualm::training
