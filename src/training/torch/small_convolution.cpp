// SPDX-License-Identifier: Apache-2.0
#include "training/torch/small_convolution.h"

#include <vector>

namespace qualm::training {
namespace {

constexpr std::int64_t largest = 2;

/// The places of the 3x3 weights that lead from every pixel to every pixel of the result.
std::vector<std::int64_t> taps_of(std::int64_t height, std::int64_t width, std::int64_t stride) {
  std::vector<std::int64_t> taps;
  for (std::int64_t to_y = 0; to_y < height; to_y += stride) {
    for (std::int64_t to_x = 0; to_x < width; to_x += stride) {
      for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) taps.push_back((y - to_y + 1) * 3 + x - to_x + 1);
      }
    }
  }
  return taps;
}

}  // namespace

torch::Tensor convolve_small(const torch::Tensor& pictures, const torch::Tensor& weight,
                             std::int64_t stride) {
  const std::int64_t height = pictures.size(2), width = pictures.size(3);
  const std::int64_t in = weight.size(1), out = weight.size(0);
  const std::int64_t to_height = (height + stride - 1) / stride,
                     to_width = (width + stride - 1) / stride;
  // index_select: its gradient is summed in one order, whatever the number of threads.
  const torch::Tensor taps =
      torch::tensor(taps_of(height, width, stride), torch::kInt64).to(weight.device());
  const torch::Tensor matrix = weight.permute({0, 2, 3, 1})
                                   .reshape({out, 9, in})
                                   .index_select(1, taps)
                                   .reshape({out, to_height * to_width, height * width * in})
                                   .transpose(0, 1)
                                   .reshape({to_height * to_width * out, height * width * in});
  const torch::Tensor pixels =
      pictures.permute({0, 2, 3, 1}).reshape({pictures.size(0), height * width * in});
  return pixels.matmul(matrix.t())
      .reshape({pictures.size(0), to_height, to_width, out})
      .permute({0, 3, 1, 2});
}

torch::Tensor convolve(torch::nn::Conv2d& layer, const torch::Tensor& pictures) {
  const bool is_small = pictures.size(2) <= largest && pictures.size(3) <= largest;
  if (!is_small) return layer->forward(pictures);
  return convolve_small(pictures, layer->weight, layer->options.stride()->at(0));
}

}  // namespace qualm::training
