// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// From here on the series below is good to the last digit.
constexpr double asymptotic_from = 16;

// B_2n / (2n): psi(x) = log x - 1/(2x) - sum_n coefficient_n x^(-2n).
constexpr std::array<double, 8> digamma_series = {1.0 / 12,   -1.0 / 120,    1.0 / 252,
                                                  -1.0 / 240, 1.0 / 132,     -691.0 / 32760,
                                                  1.0 / 12,   -3617.0 / 8160};

// sum_n coefficient_n [a^(-2n) - (a + d)^(-2n)]. The differences of powers are built from the first
// one, so that none of them cancels.
double series_drop(double a, double d) noexcept {
  const double ratio = a / (a + d);
  const double ratio2 = ratio * ratio;
  const double inverse2 = 1 / (a * a);
  const double first = d / (a + d) * (1 + ratio);  // 1 - ratio^2
  double sum = 0;
  double power = inverse2;
  double drop = first;  // 1 - ratio^(2n)
  for (const double coefficient : digamma_series) {
    sum += coefficient * power * drop;
    power *= inverse2;
    drop = first + ratio2 * drop;
  }
  return sum;
}

}  // namespace

double digamma_increment(double a, double d) noexcept {
  double sum = 0;
  while (a < asymptotic_from) {
    sum += d / (a + d) / a;
    a += 1;
  }
  return sum + std::log1p(d / a) + d / (a + d) / (2 * a) + series_drop(a, d);
}

double digamma_excess_drop(double a, double d) noexcept {
  double sum = 0;
  // g(x) - g(x + 1) = log(1 + 1/x) - 1/(x + 1), and the difference of two such steps, d apart.
  while (a < asymptotic_from) {
    const double odds = std::min(d / (a + d + 1) / a, std::numeric_limits<double>::max());
    sum += std::log1p(odds) - d / (a + d + 1) / (a + 1);
    a += 1;
  }
  // psi(x + 1) = psi(x) + 1/x turns the -1/(2x) of the series into +1/(2x).
  return sum + d / (a + d) / (2 * a) - series_drop(a, d);
}

}  // namespace qualm::detail
