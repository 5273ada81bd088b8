// SPDX-License-Identifier: Apache-2.0
#include "training/torch/losses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace qualm::training {
namespace {

/// Outputs whose Dirichlet has these parameters: softplus(x) + 1 = alpha.
torch::Tensor outputs_for(std::vector<double> alpha) {
  for (double& value : alpha) value = std::log(std::expm1(value - 1));
  return torch::tensor(alpha, torch::kFloat64).unsqueeze(0);
}

TEST(Losses, dirichlet_parameters_are_above_one) {
  const torch::Tensor alpha = dirichlet_of(torch::tensor({-50.0, 0.0, 50.0}));
  EXPECT_GE(alpha.min().item<double>(), 1);
  EXPECT_NEAR(alpha[2].item<double>(), 51, 1e-5);
}

TEST(Losses, the_evidential_loss_is_the_expected_squared_error_at_first) {
  // alpha = (2, 3), true class 0: the mean is (.4, .6), each variance .24 / 6.
  const torch::Tensor loss =
      evidential_loss(outputs_for({2, 3}), torch::tensor({std::int64_t{0}}), 0);
  EXPECT_NEAR(loss.item<double>(), .36 + .36 + 2 * .24 / 6, 1e-12);
}

TEST(Losses, misleading_evidence_is_penalised_by_its_divergence_from_uniform) {
  const torch::Tensor outputs = outputs_for({2, 3}), label = torch::tensor({std::int64_t{0}});
  const double first = evidential_loss(outputs, label, 0).item<double>();
  // KL(Beta(1, 3) || uniform) = log 3 - 2/3.
  const double divergence = std::log(3.0) - 2.0 / 3;
  EXPECT_NEAR(evidential_loss(outputs, label, 5).item<double>() - first, divergence / 2, 1e-12);
  EXPECT_NEAR(evidential_loss(outputs, label, 40).item<double>() - first, divergence, 1e-12);
}

}  // namespace
}  // namespace qualm::training
