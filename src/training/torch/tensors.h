// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <span>

#include "training/batches.h"

namespace qualm::training {

/// The rows as a network takes them: (n, C, H, W) or (n, D).
[[nodiscard]] torch::Tensor input_tensor(const BatchMaker& batches, const Examples& examples,
                                         std::span<const std::uint32_t> rows, torch::Device device,
                                         bool channels_last = false,
                                         const BatchMaker::Augment& augment = {});
[[nodiscard]] torch::Tensor label_tensor(const Examples& examples,
                                         std::span<const std::uint32_t> rows, torch::Device device);

}  // namespace qualm::training
