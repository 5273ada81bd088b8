// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "array/sorted_sum.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// (t - t^q) / (q - 1), t >= 0: what an outcome of probability t = 1 - rest adds to the entropy.
double entropy_of_outcome(double t, double rest, double q) {
  if (t == 0) return 0;
  const double r = q - 1;
  const double exponent = r * (t > 0.5 && t <= 1 ? std::log1p(-rest) : std::log(t));
  if (exponent > 1) return (t - std::pow(t, q)) / r;  // the exponential alone may overflow
  return -t * std::expm1(exponent) / r;
}

// [p^q - mean^q - q mean^(q-1) difference] / (q - 1) = mean^q f(d), d = difference / mean,
// f(d) = [(1 + d)^q - 1 - q d] / (q - 1).
double divergence_of_outcome(double mean, double p, double difference, double q) {
  if (difference == 0) return 0;
  const double r = q - 1;
  if (mean == 0) {  // a p that the mean may have lost by rounding counts as 0
    if (difference < std::numeric_limits<double>::min()) return 0;
    return q < 1 ? std::numeric_limits<double>::infinity() : std::pow(p, q) / r;
  }
  const double d = difference / mean;
  double f;
  if (std::fabs(d) <= 0.5) {                                       // f is a small difference
    const double from_entropy = (1 + d) * log1p_minus(d) + d * d;  // the limit of f at q = 1
    f = from_entropy + (1 + d) * expm1_minus(r * std::log1p(d)) / r;
  } else if (d > 0 && std::fabs(r * std::log1p(d)) > 1) {  // f, or d itself, may overflow
    const double tangent = std::pow(mean, r) * (mean + q * difference);
    return std::min((std::pow(p, q) - tangent) / r, std::numeric_limits<double>::max());
  } else {
    f = -entropy_of_outcome(p / mean, -d, q) - d;
  }
  return std::pow(mean, q) * std::max(0.0, f);
}

// Each call on a thread uses the memory of the one before.
std::span<double> room_for_terms(std::size_t n) {
  static thread_local std::vector<double> terms;
  terms.resize(n);
  return terms;
}

}  // namespace

double tsallis_entropy(Point p, Point rest, double q) {
  const std::span<double> terms = room_for_terms(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    terms[k] = entropy_of_outcome(std::min(p[k], 1.0), std::max(rest[k], 0.0), q);
  }
  return sorted_sum(terms);
}

double tsallis_divergence(std::span<const double> mean, std::span<const double> p,
                          std::span<const double> difference, double q) {
  const std::span<double> terms = room_for_terms(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    terms[k] = divergence_of_outcome(mean[k], p[k], difference[k], q);
  }
  return sorted_sum(terms);
}

}  // namespace qualm::detail
