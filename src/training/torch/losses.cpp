// SPDX-License-Identifier: Apache-2.0
#include "training/torch/losses.h"

#include <algorithm>

namespace qualm::training {
namespace {

/// KL(Dirichlet(alpha) || Dirichlet(1, ..., 1)), one per row.
torch::Tensor divergence_from_uniform(const torch::Tensor& alpha) {
  const torch::Tensor strength = alpha.sum(1, true);
  const auto n_classes = static_cast<double>(alpha.size(1));
  return torch::lgamma(strength).squeeze(1) - torch::lgamma(alpha).sum(1) - std::lgamma(n_classes) +
         ((alpha - 1) * (torch::digamma(alpha) - torch::digamma(strength))).sum(1);
}

}  // namespace

torch::Tensor dirichlet_of(const torch::Tensor& outputs) {
  return torch::softplus(outputs) + 1;
}

torch::Tensor evidential_loss(const torch::Tensor& outputs, const torch::Tensor& labels,
                              std::size_t epoch) {
  const torch::Tensor alpha = dirichlet_of(outputs);
  const torch::Tensor strength = alpha.sum(1, true);
  const torch::Tensor truth = torch::one_hot(labels, outputs.size(1)).to(outputs.dtype());
  const torch::Tensor mean = alpha / strength;
  const torch::Tensor error = ((truth - mean).square() + mean * (1 - mean) / (strength + 1)).sum(1);
  const torch::Tensor misleading = truth + (1 - truth) * alpha;
  const double weight = std::min(1.0, static_cast<double>(epoch) / 10);
  return (error + weight * divergence_from_uniform(misleading)).mean();
}

}  // namespace qualm::training
