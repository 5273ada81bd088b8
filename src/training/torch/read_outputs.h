// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "training/torch/ensemble_outputs.h"

namespace qualm::training {

/// Raw outputs of one network, in place: `n_samples` rows of classes after another for each
/// instance, `stride` numbers apart.
struct RawOutputs {
  std::string path;  ///< of the network, for messages
  std::span<double> values;
  std::size_t n_rows = 0, n_samples = 1, n_classes = 0, stride = 0;

  [[nodiscard]] std::span<double> row(std::size_t instance, std::size_t sample) const {
    return values.subspan(instance * stride + sample * n_classes, n_classes);
  }
};

struct ReadOutputs {
  OutputKind kind = OutputKind::logits;
  std::size_t n_rescaled = 0;  ///< probabilities that rounding kept from summing to one
};

/// Makes probabilities of the outputs, which are logits, probs or automatic: decided from all rows,
/// so that no batch is read in another way than the others. Throws data, naming the row, if
/// probabilities are negative or far from summing to one, or if automatic outputs lie between 0 and
/// 1 without summing to one: either reading could be wrong.
[[nodiscard]] ReadOutputs read_outputs(const RawOutputs& outputs, OutputKind kind);

/// Throws data if all samples of each instance are equal: dropout was not active.
void check_samples_differ(const RawOutputs& outputs);

}  // namespace qualm::training
