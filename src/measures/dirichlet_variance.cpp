// SPDX-License-Identifier: Apache-2.0
#include "measures/label_wise_sum.h"

namespace qualm::detail {

// TU_k = m_k (1 - m_k), EU_k = TU_k / (alpha_0 + 1), AU_k = TU_k alpha_0 / (alpha_0 + 1).
PartValues dirichlet_variance(std::span<const double> alpha, std::span<const double> class_weights,
                              std::span<PartValues> per_class) {
  const std::vector<double> others = sums_of_others(alpha);
  const double sum = sum_of(alpha);
  const double epistemic_share = 1 / (sum + 1);
  const double aleatoric_share = sum / (sum + 1);
  LabelWiseSum result(class_weights, per_class);
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const double spread = (alpha[k] / sum) * (others[k] / sum);
    result.add(k, spread * aleatoric_share, spread * epistemic_share);
  }
  return result.parts();
}

}  // namespace qualm::detail
