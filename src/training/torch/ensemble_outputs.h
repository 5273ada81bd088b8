// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "training/torch/predict.h"
#include "training/torch/predictor.h"

namespace qualm::training {

/// How networks' outputs become probabilities.
enum class OutputKind { logits, probs, automatic, dirichlet };

struct OutputRequest {
  const Examples& examples;
  Normalization normalization;
  OutputKind kind = OutputKind::logits;
  std::size_t dropout_samples = 0;  ///< 0: dropout is off
  std::uint64_t seed = 0;
  std::size_t batch_size = 500, jobs = 1;
  std::string device = "cpu";
};

/// Of every member and sample: (N, M, K) in C order. Member m's samples stand together.
struct EnsembleOutputs {
  std::size_t n_members = 0, n_classes = 0;
  std::vector<double> probabilities;
  std::vector<double> alpha;      ///< for dirichlet, else empty
  std::vector<OutputKind> kinds;  ///< how the outputs of each network were read
  std::size_t n_rescaled = 0;     ///< rows of probabilities that did not sum to one
};

/// One worker for each member. Throws data, naming row and member, if an output is not finite or
/// cannot be a probability, or if dropout is asked for and a member has none.
[[nodiscard]] EnsembleOutputs ensemble_outputs(const std::vector<PredictorSource>& members,
                                               const OutputRequest& request,
                                               const PredictEvents& events);

}  // namespace qualm::training
