// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet.h"

namespace qualm::detail {

// TU_k = m_k (1 - m_k), EU_k = TU_k / (alpha_0 + 1), AU_k = TU_k alpha_0 / (alpha_0 + 1).
PartsOf dirichlet_variance(std::span<const double> alpha, std::span<const double> class_weights,
                           std::span<PartsOf> per_class) {
  const std::vector<double> others = sums_of_others(alpha);
  const double sum = alpha[0] + others[0];
  const double epistemic_share = 1 / (sum + 1);
  const double aleatoric_share = sum / (sum + 1);
  PartsOf result{};
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const double spread = (alpha[k] / sum) * (others[k] / sum);
    const double aleatoric = spread * aleatoric_share;
    const double epistemic = spread * epistemic_share;
    if (!per_class.empty()) per_class[k] = {aleatoric + epistemic, aleatoric, epistemic};
    const double weight = class_weights.empty() ? 1 : class_weights[k];
    result.aleatoric += weight * aleatoric;
    result.epistemic += weight * epistemic;
  }
  result.total = result.aleatoric + result.epistemic;
  return result;
}

}  // namespace qualm::detail
