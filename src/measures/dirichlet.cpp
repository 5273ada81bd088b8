// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet.h"

#include <cmath>
#include <vector>

namespace qualm::detail {
namespace {

// Concentrations whose sum overflows describe a point; dividing them by a power of two keeps it
// one.
std::vector<double> with_finite_sum(std::span<const double> alpha) {
  std::vector<double> result(alpha.begin(), alpha.end());
  while (std::isinf(sum_of(result))) {
    for (double& value : result) value /= 1024;
  }
  return result;
}

}  // namespace

PartsOf dirichlet_measure(FamilyId family, std::span<const double> alpha,
                          std::span<const double> class_weights, std::span<PartsOf> per_class) {
  const std::vector<double> values = with_finite_sum(alpha);
  switch (family) {
    case FamilyId::variance:
      return dirichlet_variance(values, class_weights, per_class);
    case FamilyId::entropy:
      return dirichlet_entropy(values);
    case FamilyId::label_entropy:
      return dirichlet_label_entropy(values, class_weights, per_class);
    case FamilyId::spherical:
      return dirichlet_spherical(sort_alpha(values));
    case FamilyId::zero_one:
      return dirichlet_zero_one(sort_alpha(values));
    case FamilyId::wasserstein:
      return dirichlet_wasserstein(sort_alpha(values));
    case FamilyId::tsallis:
      break;  // dirichlet_tsallis, which needs the order
  }
  return {};
}

}  // namespace qualm::detail
