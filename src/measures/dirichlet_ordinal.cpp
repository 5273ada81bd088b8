// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "measures/dirichlet.h"
#include "measures/ordinal.h"

namespace qualm::detail {
namespace {

// Below and above a threshold is a Dirichlet of two outcomes.
template <class OfPair>
PartValues sum_over_thresholds_of(Point alpha, const OfPair& of_pair) {
  PartValues sum;
  for (const Threshold& threshold : thresholds_of(alpha)) {
    const PartValues parts = of_pair(std::array{threshold.below, threshold.above});
    sum.aleatoric += parts.aleatoric;
    sum.epistemic += parts.epistemic;
  }
  sum.total = sum.aleatoric + sum.epistemic;
  return sum;
}

}  // namespace

PartValues dirichlet_ordinal_variance(Point alpha) {
  return sum_over_thresholds_of(alpha, [](Point pair) {
    const PartValues both = dirichlet_variance(pair, {}, {});  // of two labels, which have the same
    return PartValues{both.total / 2, both.aleatoric / 2, both.epistemic / 2};
  });
}

PartValues dirichlet_ordinal_entropy(Point alpha) {
  return sum_over_thresholds_of(alpha, [](Point pair) { return dirichlet_entropy(pair); });
}

PartValues dirichlet_ordinal_absolute(Point alpha) {
  return sum_over_thresholds_of(alpha,
                                [](Point pair) { return dirichlet_zero_one(pair[0], pair[1]); });
}

// E Y given Theta is linear in Theta, so its variance is that of Y under the mean over alpha_0 + 1.
PartValues dirichlet_integer_variance(Point alpha) {
  const double sum = sum_of(alpha);
  std::vector<double> mean(alpha.begin(), alpha.end());
  for (double& value : mean) value /= sum;
  const double total = integer_variance(mean, {}, {});
  const double aleatoric = total * (sum / (sum + 1)), epistemic = total / (sum + 1);
  return {aleatoric + epistemic, aleatoric, epistemic};
}

}  // namespace qualm::detail
