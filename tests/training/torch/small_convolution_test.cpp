// SPDX-License-Identifier: Apache-2.0
#include "training/torch/small_convolution.h"

#include <gtest/gtest.h>

namespace qualm::training {
namespace {

// Values and gradients are those of conv2d.
TEST(SmallConvolution, IsAConvolution) {
  torch::manual_seed(1);
  for (const std::int64_t height : {1, 2}) {
    for (const std::int64_t width : {1, 2}) {
      for (const std::int64_t stride : {1, 2}) {
        const torch::Tensor pictures =
            torch::randn({5, 3, height, width}, torch::kFloat64).requires_grad_();
        const torch::Tensor weight = torch::randn({4, 3, 3, 3}, torch::kFloat64).requires_grad_();
        const torch::Tensor expected = torch::conv2d(pictures, weight, {}, stride, 1);
        const torch::Tensor got = convolve_small(pictures, weight, stride);
        ASSERT_EQ(got.sizes(), expected.sizes());
        EXPECT_TRUE(torch::allclose(got, expected, 1e-12, 1e-12));
        const torch::Tensor back = torch::randn_like(expected);
        const auto gradients = torch::autograd::grad({got}, {pictures, weight}, {back});
        const auto expected_gradients =
            torch::autograd::grad({expected}, {pictures, weight}, {back});
        EXPECT_TRUE(torch::allclose(gradients[0], expected_gradients[0], 1e-12, 1e-12));
        EXPECT_TRUE(torch::allclose(gradients[1], expected_gradients[1], 1e-12, 1e-12));
      }
    }
  }
}

TEST(SmallConvolution, LeavesLargerPicturesToConv2d) {
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 4, 3).padding(1).bias(false));
  const torch::Tensor pictures = torch::randn({2, 3, 2, 3});
  EXPECT_TRUE(torch::equal(convolve(layer, pictures), layer->forward(pictures)));
}

}  // namespace
}  // namespace qualm::training
