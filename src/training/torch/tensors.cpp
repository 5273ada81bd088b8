// SPDX-License-Identifier: Apache-2.0
#include "training/torch/tensors.h"

namespace qualm::training {

torch::Tensor input_tensor(const BatchMaker& batches, const Examples& examples,
                           std::span<const std::uint32_t> rows, torch::Device device,
                           bool channels_last, const BatchMaker::Augment& augment) {
  const auto& shape = examples.shape;
  std::vector<std::int64_t> sizes{static_cast<std::int64_t>(rows.size()),
                                  static_cast<std::int64_t>(shape.back())};
  if (!examples.are_features()) {
    sizes.push_back(static_cast<std::int64_t>(shape[0]));
    sizes.push_back(static_cast<std::int64_t>(shape[1]));
  }
  torch::Tensor tensor = torch::empty(sizes, torch::kFloat32);
  batches.fill(rows, tensor.data_ptr<float>(), augment);
  if (channels_last && !examples.are_features()) {
    // A picture of one channel is contiguous in both ways: contiguous() would leave it as it is.
    tensor = torch::empty_like(tensor, at::MemoryFormat::ChannelsLast).copy_(tensor);
  }
  return tensor.to(device);
}

torch::Tensor label_tensor(const Examples& examples, std::span<const std::uint32_t> rows,
                           torch::Device device) {
  torch::Tensor tensor = torch::empty({static_cast<std::int64_t>(rows.size())}, torch::kInt64);
  auto* const out = tensor.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = examples.labels[rows[i]];
  return tensor.to(device);
}

}  // namespace qualm::training
