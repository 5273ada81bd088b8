// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// What one outcome of concentration a among `others` adds to AU = psi(a0 + 1) - sum m psi(a + 1)
// and to EU = sum m g(a) - g(a0), g(x) = psi(x + 1) - log x. All terms are positive: nothing
// cancels.
struct Outcome {
  double aleatoric, epistemic;
  Outcome(double a, double others)
      : aleatoric(a / (a + others) * digamma_increment(a + 1, others)),
        epistemic(a / (a + others) * digamma_excess_drop(a, others)) {}
};

}  // namespace

PartsOf dirichlet_entropy(std::span<const double> alpha) {
  const std::vector<double> others = sums_of_others(alpha);
  PartsOf result{};
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const Outcome outcome(alpha[k], others[k]);
    result.aleatoric += outcome.aleatoric;
    result.epistemic += outcome.epistemic;
  }
  result.total = result.aleatoric + result.epistemic;
  return result;
}

// Each class against the rest is a Beta, a Dirichlet of two outcomes.
PartsOf dirichlet_label_entropy(std::span<const double> alpha,
                                std::span<const double> class_weights,
                                std::span<PartsOf> per_class) {
  const std::vector<double> others = sums_of_others(alpha);
  PartsOf result{};
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const Outcome in(alpha[k], others[k]);
    const Outcome out(others[k], alpha[k]);
    const double aleatoric = in.aleatoric + out.aleatoric;
    const double epistemic = in.epistemic + out.epistemic;
    if (!per_class.empty()) per_class[k] = {aleatoric + epistemic, aleatoric, epistemic};
    const double weight = class_weights.empty() ? 1 : class_weights[k];
    result.aleatoric += weight * aleatoric;
    result.epistemic += weight * epistemic;
  }
  result.total = result.aleatoric + result.epistemic;
  return result;
}

}  // namespace qualm::detail
