// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include "qualm/training/plan.h"
#include "training/torch/network.h"

namespace qualm::training {

/// How many rows have their greatest output at their label.
[[nodiscard]] std::size_t count_correct(const torch::Tensor& outputs, const torch::Tensor& labels);

/// The share of all examples that the network gets right, without dropout.
[[nodiscard]] double accuracy(Network& network, const Examples& examples,
                              const Normalization& normalization, torch::Device device);

}  // namespace qualm::training
