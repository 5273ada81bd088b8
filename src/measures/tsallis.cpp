// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <algorithm>
#include <cmath>

#include "array/sorted_sum.h"

namespace qualm::detail {
namespace {

// (1 + d)^q - 1 - q d, without the cancellation of small d.
double power_excess(double d, double q) {
  if (std::fabs(d) > 1e-3) return std::pow(1 + d, q) - 1 - q * d;
  return q * (q - 1) / 2 * d * d *
         (1 +
          (q - 2) / 3 * d * (1 + (q - 3) / 4 * d * (1 + (q - 4) / 5 * d * (1 + (q - 5) / 6 * d))));
}

}  // namespace

double tsallis_entropy(std::span<const double> p, double order) {
  std::vector<double> terms(p.size());
  std::transform(p.begin(), p.end(), terms.begin(),
                 [order](double x) { return std::pow(x, order); });
  return (1 - sorted_sum(terms)) / (order - 1);
}

double tsallis_divergence(std::span<const double> mean, std::span<const double> p,
                          std::span<const double> difference, double order) {
  std::vector<double> terms(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (mean[k] == 0 || difference[k] == 0) continue;
    terms[k] = std::pow(mean[k], order) * power_excess(difference[k] / mean[k], order);
  }
  return sorted_sum(terms) / (order - 1);
}

}  // namespace qualm::detail
