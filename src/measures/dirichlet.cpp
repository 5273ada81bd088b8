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

PartValues dirichlet_measure(const Measure& measure, std::span<const double> alpha,
                             std::span<const double> class_weights,
                             std::span<PartValues> per_class) {
  return measure.family().of_dirichlet(with_finite_sum(alpha), class_weights, per_class,
                                       measure.arguments());
}

}  // namespace qualm::detail
