// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "array/sorted_sum.h"
#include "measures/dirichlet_groups.h"
#include "measures/tsallis.h"

namespace qualm::detail {
namespace {

// log(Gamma(x + q) / Gamma(x)) - q log x, which falls like q (q - 1) / (2 x): the ratio of gamma
// functions is never formed, so nothing cancels for large x.
double log_ratio_excess(double x, double q) {
  // Up by the recurrence of Gamma until the series below is exact enough.
  double steps = 0;
  const auto one_up = [q](double at) {
    // 1 / at may be infinite.
    if (at < 1) return q * (std::log1p(at) - std::log(at)) - (std::log(at + q) - std::log(at));
    return q * std::log1p(1 / at) - std::log1p(q / at);
  };
  for (const double enough = 40 + 10 * q; x < enough; ++x) steps += one_up(x);
  // sum over n of (-1)^(n+1) (B_{n+1}(q) - B_{n+1}) / (n (n+1) x^n), Bernoulli polynomials written
  // out in u = q (q - 1), v = 2 q - 1.
  const double u = q * (q - 1), v = 2 * q - 1;
  const std::array<double, 6> terms = {u / 2,
                                       -u * v / 12,
                                       u * u / 12,
                                       -u * v * (3 * u - 1) / 120,
                                       u * u * (2 * u - 1) / 60,
                                       -u * v * (3 * u * u - 3 * u + 1) / 252};
  double sum = 0;
  for (std::size_t n = terms.size(); n-- > 0;) sum = (sum + terms[n]) / x;
  return steps + sum;
}

}  // namespace

PartValues dirichlet_tsallis(std::span<const double> alpha, double order) {
  const double sum = sum_of(alpha);
  const double of_sum = log_ratio_excess(sum, order);
  std::vector<double> powers, excesses;  // E Theta_k^q, and what they exceed m_k^q by
  for (const double a : alpha) {
    const double of_mean = std::pow(a / sum, order);
    const double excess = log_ratio_excess(a, order) - of_sum;
    powers.push_back(of_mean * std::exp(excess));
    excesses.push_back(of_mean * std::expm1(excess));
  }
  PartValues parts{};
  parts.epistemic = std::max(0.0, sorted_sum(excesses) / (order - 1));
  parts.aleatoric = std::max(0.0, (1 - sorted_sum(powers)) / (order - 1));
  parts.total = parts.aleatoric + parts.epistemic;
  return parts;
}

}  // namespace qualm::detail
