// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

namespace qualm::training {

/// The parameters of the Dirichlet distribution that an evidential network's outputs stand for.
[[nodiscard]] torch::Tensor dirichlet_of(const torch::Tensor& outputs);

/// Sensoy, Kaplan and Kandemir 2018: the expected squared error under Dirichlet(alpha) (their
/// equation 5), plus min(1, epoch / 10) times KL of what is left of it without the evidence for
/// the true class to the uniform Dirichlet. Mean over the batch.
[[nodiscard]] torch::Tensor evidential_loss(const torch::Tensor& outputs,
                                            const torch::Tensor& labels, std::size_t epoch);

}  // namespace qualm::training
