// SPDX-License-Identifier: Apache-2.0
#include "measures/label_wise_sum.h"
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

PartValues dirichlet_entropy(std::span<const double> alpha) {
  const std::vector<double> others = sums_of_others(alpha);
  LabelWiseSum result({}, {});
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const Outcome outcome(alpha[k], others[k]);
    result.add(k, outcome.aleatoric, outcome.epistemic);
  }
  return result.parts();
}

// Each class against the rest is a Beta, a Dirichlet of two outcomes.
PartValues dirichlet_label_entropy(std::span<const double> alpha,
                                   std::span<const double> class_weights,
                                   std::span<PartValues> per_class) {
  const std::vector<double> others = sums_of_others(alpha);
  LabelWiseSum result(class_weights, per_class);
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const Outcome in(alpha[k], others[k]);
    const Outcome out(others[k], alpha[k]);
    result.add(k, in.aleatoric + out.aleatoric, in.epistemic + out.epistemic);
  }
  return result.parts();
}

}  // namespace qualm::detail
