// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "training/torch/network.h"

namespace qualm::training {
namespace {

TrainingPlan plan_of(const std::string& model, std::vector<std::size_t> shape) {
  TrainingPlan plan;
  plan.model = model;
  plan.shape = std::move(shape);
  plan.n_classes = 10;
  plan.hidden = {7, 5};
  return plan;
}

std::int64_t n_parameters(const Network& network) {
  std::int64_t sum = 0;
  for (const torch::Tensor& weights : network.parameters()) sum += weights.numel();
  return sum;
}

TEST(Networks, have_as_many_weights_as_the_paper_s) {
  EXPECT_EQ(n_parameters(*make_network(plan_of("cnn", {28, 28, 1}))),
            (25 * 32 + 32) + (32 * 25 * 64 + 64) + (1024 * 512 + 512) + (512 * 10 + 10));
  // torchvision's ResNet18 has 11,689,512 with 1000 classes.
  EXPECT_EQ(n_parameters(*make_network(plan_of("resnet18", {32, 32, 3}))), 11'689'512 - 513 * 990);
  EXPECT_EQ(n_parameters(*make_network(plan_of("mlp", {4}))), 5 * 7 + 8 * 5 + 6 * 10);
}

TEST(Networks, a_cifar_stem_has_a_smaller_first_layer_and_keeps_the_resolution) {
  TrainingPlan plan = plan_of("resnet18", {32, 32, 3});
  const std::int64_t stock = n_parameters(*make_network(plan));
  plan.stem = "cifar";
  const auto network = make_network(plan);
  EXPECT_EQ(stock - n_parameters(*network), 64 * 3 * (49 - 9));
  EXPECT_EQ(network->forward(torch::zeros({2, 3, 32, 32})).sizes(),
            (std::vector<std::int64_t>{2, 10}));
}

TEST(Networks, give_one_row_of_logits_each) {
  const std::vector<std::int64_t> wanted{3, 10};
  EXPECT_EQ(
      make_network(plan_of("cnn", {28, 28, 1}))->forward(torch::zeros({3, 1, 28, 28})).sizes(),
      wanted);
  EXPECT_EQ(
      make_network(plan_of("cnn", {17, 40, 3}))->forward(torch::zeros({3, 3, 17, 40})).sizes(),
      wanted);
  EXPECT_EQ(
      make_network(plan_of("resnet18", {32, 32, 3}))->forward(torch::zeros({3, 3, 32, 32})).sizes(),
      wanted);
  EXPECT_EQ(make_network(plan_of("mlp", {4}))->forward(torch::zeros({3, 4})).sizes(), wanted);
}

}  // namespace
}  // namespace qualm::training
