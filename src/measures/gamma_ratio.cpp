// SPDX-License-Identifier: Apache-2.0
#include "measures/gamma_ratio.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "measures/power_moment.h"

namespace qualm::detail {
namespace {

using kernels::GammaRatio;

// The moments of one class among others have differences of both functions. With next to nothing
// on one side, a difference is a value.
constexpr double nothing = 1e-300, everything = 1e300;

double rise_of_order(double x, double q) {
  return PowerMoment(nothing, x, q).over_mean() / (1 - q);
}

double excess_of_order(double x, double q) {
  return PowerMoment(x, everything, q).over_power_of_mean() / (q - 1);
}

// Interpolates f(x) at Chebyshev points of t between -1 and 1; inverses 1 / (x + shift) from
// `least` to `greatest`.
template <class Function>
GammaRatio::Piece interpolate(double shift, double least, double greatest, const Function& f) {
  constexpr std::size_t n = GammaRatio::n_terms;
  GammaRatio::Piece piece{shift, 0, 2 / (greatest - least), {}};
  piece.offset = -1 - piece.slope * least;
  std::array<double, n> values{};
  for (std::size_t j = 0; j < n; ++j) {
    const double t = std::cos(std::numbers::pi * (2 * static_cast<double>(j) + 1) / (2 * n));
    values[j] = f(1 / ((t - piece.offset) / piece.slope) - shift);
  }
  // Terms of Chebyshev polynomials as powers of t: their coefficients shrink faster than those of
  // the polynomials grow.
  std::array<double, n> before{}, polynomial{};
  polynomial[0] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double angle = std::numbers::pi * (2 * static_cast<double>(j) + 1) / (2 * n);
      sum += values[j] * std::cos(static_cast<double>(k) * angle);
    }
    sum *= (k == 0 ? 1.0 : 2.0) / static_cast<double>(n);
    std::array<double, n> next{};
    for (std::size_t i = 0; i < n; ++i) {
      piece.coefficients[n - 1 - i] += sum * polynomial[i];
      next[i] = (k == 0 ? 1 : 2) * (i > 0 ? polynomial[i - 1] : 0) - before[i];
    }
    before = polynomial;
    polynomial = next;
  }
  return piece;
}

}  // namespace

kernels::GammaRatio gamma_ratio_of_order(double q) {
  constexpr double seam = GammaRatio::seam;
  // Both functions are analytic except for x <= -pole; this shift moves that as far away as it can.
  const double pole = std::min(q, 1.0);
  const double below = pole + std::sqrt(pole * (pole + seam));
  // Above, the best shift was found by trial.
  const double above = std::max(0.5, q / 4);
  return {interpolate(below, 1 / (seam + below), 1 / below,
                      [&](double x) { return rise_of_order(x, q) / x; }),
          interpolate(above, 0, 1 / (seam + above),
                      [&](double x) { return excess_of_order(x, q) * (x + above); }),
          rise_of_order(seam, q) - excess_of_order(seam, q) - std::log(seam), q - 1};
}

}  // namespace qualm::detail
