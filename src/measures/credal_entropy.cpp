// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_entropy.h"

#include <algorithm>

#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// The sum of p without class k.
double sum_without(std::span<const double> p, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += i == k ? 0 : p[i];
  return sum;
}

// The class above 1/2, or none.
std::size_t class_above_half(std::span<const double> p) {
  return static_cast<std::size_t>(
      std::find_if(p.begin(), p.end(), [](double x) { return x > 0.5; }) - p.begin());
}

}  // namespace

double entropy_of_point(std::span<const double> p) {
  const std::size_t top = class_above_half(p);
  const double rest = top < p.size() ? sum_without(p, top) : 1;
  double sum = 0;
  for (const double x : p) sum -= x > 0 ? x * log_of(x, rest) : 0;
  return sum + 0.0;  // no negative zero
}

// Both sum to one, so that a term (1 - c) d, d = p - q, can be added for each class: it takes away
// what is left of first order when the logs are nearly equal, and would hide a small difference.
double entropy_difference(std::span<const double> p, std::span<const double> q) {
  const std::size_t top = class_above_half(q);
  const double rest_of_p = top < p.size() ? sum_without(p, top) : 1;
  const double rest_of_q = top < p.size() ? sum_without(q, top) : 1;
  const bool from_rests = top < p.size() && p[top] > 0.5;
  const auto highest = static_cast<std::size_t>(std::max_element(q.begin(), q.end()) - q.begin());
  const double c = log_of(q[highest], highest == top ? rest_of_q : 1 - q[highest]);
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double d = k == top && from_rests ? rest_of_q - rest_of_p : p[k] - q[k];
    const double log_q = q[k] > 0 ? log_of(q[k], k == top ? rest_of_q : 1 - q[k]) : 0;
    if (std::fabs(d) <= 0.5 * q[k]) {  // -p log p + q log q = -d log q - p log(1 + x), x = d / q
      const double x = d / q[k];
      sum -= d == 0 ? 0 : d * (log_q - c) + q[k] * ((1 + x) * log1p_minus(x) + x * x);
    } else {
      const double log_p = p[k] > 0 ? log_of(p[k], k == top ? rest_of_p : 1 - p[k]) : 0;
      sum += q[k] * (q[k] > 0 ? log_q - c : 0) - p[k] * (p[k] > 0 ? log_p - c : 0) + d;
    }
  }
  return sum + 0.0;
}

}  // namespace qualm::detail
