// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <vector>

#include "array/sorted_sum.h"
#include "measures/dirichlet_groups.h"
#include "measures/power_moment.h"
#include "measures/tsallis.h"

namespace qualm::detail {
namespace {

// A point stays one.
std::vector<double> scaled_down(std::span<const double> alpha) {
  std::vector<double> scaled(alpha.begin(), alpha.end());
  if (sum_of(alpha) <= std::numeric_limits<double>::max() / 4) return scaled;
  for (double& value : scaled) value /= 1024;
  return scaled;
}

}  // namespace

double dirichlet_reverse_tsallis(std::span<const double> given, double q) {
  const std::vector<double> alpha = scaled_down(given), others = sums_of_others(alpha);
  std::vector<double> terms;
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    terms.push_back(PowerMoment(alpha[k], others[k], q).reverse());
  }
  return sorted_sum(terms);
}

PartValues dirichlet_tsallis(std::span<const double> given, double q) {
  const std::vector<double> alpha = scaled_down(given), others = sums_of_others(alpha);
  std::vector<double> aleatoric(alpha.size()), epistemic(alpha.size());
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    if (k > 0 && alpha[k] == alpha[k - 1]) {  // evidence is often missing for most classes
      aleatoric[k] = aleatoric[k - 1];
      epistemic[k] = epistemic[k - 1];
      continue;
    }
    const PowerMoment moment(alpha[k], others[k], q);
    aleatoric[k] = moment.aleatoric();
    epistemic[k] = moment.epistemic();
  }
  PartValues parts{0, sorted_sum(aleatoric), sorted_sum(epistemic)};
  parts.total = parts.aleatoric + parts.epistemic;
  return parts;
}

}  // namespace qualm::detail
