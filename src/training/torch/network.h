// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <memory>

#include "qualm/training/plan.h"

namespace qualm::training {

/// A classifier: a batch of rows in, one row of logits each out.
class Network : public torch::nn::Module {
 public:
  virtual torch::Tensor forward(torch::Tensor rows) = 0;
  /// True if pictures are fastest with the channels last in memory.
  [[nodiscard]] virtual bool prefers_channels_last() const { return false; }
};

/// A size as LibTorch wants it.
[[nodiscard]] constexpr std::int64_t whole(std::size_t size) noexcept {
  return static_cast<std::int64_t>(size);
}

// One file each.
[[nodiscard]] std::shared_ptr<Network> make_cnn(const TrainingPlan& plan);
[[nodiscard]] std::shared_ptr<Network> make_resnet18(const TrainingPlan& plan);
[[nodiscard]] std::shared_ptr<Network> make_mlp(const TrainingPlan& plan);

/// The network of the plan, its weights drawn from LibTorch's generator.
[[nodiscard]] std::shared_ptr<Network> make_network(const TrainingPlan& plan);

}  // namespace qualm::training
