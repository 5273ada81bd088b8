// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measures/dirichlet.h"

namespace qualm::detail {

/// The parts of the classes, kept as they are where there is a place for them, and their weighted
/// sum.
class LabelWiseSum {
 public:
  LabelWiseSum(std::span<const double> class_weights, std::span<PartsOf> per_class)
      : class_weights_(class_weights), per_class_(per_class) {}

  void add(std::size_t k, double aleatoric, double epistemic) {
    if (!per_class_.empty()) per_class_[k] = {aleatoric + epistemic, aleatoric, epistemic};
    const double weight = class_weights_.empty() ? 1 : class_weights_[k];
    aleatoric_ += weight * aleatoric;
    epistemic_ += weight * epistemic;
  }

  [[nodiscard]] PartsOf parts() const { return {aleatoric_ + epistemic_, aleatoric_, epistemic_}; }

 private:
  std::span<const double> class_weights_;
  std::span<PartsOf> per_class_;
  double aleatoric_ = 0, epistemic_ = 0;
};

}  // namespace qualm::detail
