// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "array/sorted_sum.h"
#include "measures/dirichlet.h"

namespace qualm::detail {

/// The parts of the classes, kept as they are where there is a place for them, and their weighted
/// sum, which does not depend on the order of the classes.
class LabelWiseSum {
 public:
  LabelWiseSum(std::span<const double> class_weights, std::span<PartValues> per_class)
      : class_weights_(class_weights), per_class_(per_class) {}

  void add(std::size_t k, double aleatoric, double epistemic) {
    if (!per_class_.empty()) per_class_[k] = {aleatoric + epistemic, aleatoric, epistemic};
    const double weight = class_weights_.empty() ? 1 : class_weights_[k];
    aleatoric_.push_back(weight * aleatoric);
    epistemic_.push_back(weight * epistemic);
  }

  [[nodiscard]] PartValues parts() {
    const double aleatoric = sorted_sum(aleatoric_), epistemic = sorted_sum(epistemic_);
    return {aleatoric + epistemic, aleatoric, epistemic};
  }

 private:
  std::span<const double> class_weights_;
  std::span<PartValues> per_class_;
  std::vector<double> aleatoric_, epistemic_;
};

}  // namespace qualm::detail
