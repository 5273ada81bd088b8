// SPDX-License-Identifier: Apache-2.0
#include "training/torch/accuracy.h"

#include <numeric>

#include "training/torch/tensors.h"

namespace qualm::training {

std::size_t count_correct(const torch::Tensor& outputs, const torch::Tensor& labels) {
  return static_cast<std::size_t>(outputs.detach().argmax(1).eq(labels).sum().item<std::int64_t>());
}

double accuracy(Network& network, const Examples& examples, const Normalization& normalization,
                torch::Device device) {
  constexpr std::size_t batch_size = 500;
  const torch::InferenceMode inference;
  const BatchMaker batches(examples, normalization);
  std::vector<std::uint32_t> rows(examples.n_rows());
  std::iota(rows.begin(), rows.end(), 0U);
  network.eval();
  std::size_t n_correct = 0;
  for (std::size_t first = 0; first < rows.size(); first += batch_size) {
    const auto some = std::span(rows).subspan(first, std::min(batch_size, rows.size() - first));
    const torch::Tensor inputs =
        input_tensor(batches, examples, some, device, network.prefers_channels_last());
    n_correct += count_correct(network.forward(inputs), label_tensor(examples, some, device));
  }
  return static_cast<double>(n_correct) / static_cast<double>(rows.size());
}

}  // namespace qualm::training
