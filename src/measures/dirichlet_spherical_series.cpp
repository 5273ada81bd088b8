// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstddef>

#include "measures/dirichlet_spherical.h"

namespace qualm::detail {
namespace {

constexpr std::size_t n_cumulants = 5;
constexpr std::size_t n_moments = 8;

// The n-th cumulant of Gamma(a)^2 is a polynomial: row n - 1 has the coefficients of a, ...,
// a^(n+1).
constexpr std::array<std::array<double, n_cumulants + 1>, n_cumulants> cumulant_table = {{
    {1, 1},
    {6, 10, 4},
    {120, 256, 176, 40},
    {5040, 12480, 11232, 4464, 672},
    {362880, 994176, 1056000, 556800, 148224, 16128},
}};

// The binomial coefficients of (1 + w)^(1/2).
constexpr std::array<double, n_moments + 1> root_series = {
    1,         1.0 / 2,      -1.0 / 8,    1.0 / 16,      -5.0 / 128,
    7.0 / 256, -21.0 / 1024, 33.0 / 2048, -429.0 / 32768};

// Moments about zero from cumulants: m_(n+1) = sum_i binomial(n, i) kappa_(i+1) m_(n-i).
std::array<double, n_moments + 1> moments(const std::array<double, n_moments>& cumulants) {
  std::array<double, n_moments + 1> m{1};
  for (std::size_t n = 0; n < n_moments; ++n) {
    double binomial = 1;
    for (std::size_t i = 0; i <= n; ++i) {
      m[n + 1] += binomial * cumulants[i] * m[n - i];
      binomial *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
  }
  return m;
}

}  // namespace

// |Gamma|^2 / |alpha|^2 = 1 + w. The cumulants of w are sums over the independent classes, and
// E sqrt(1 + w) - 1 follows from the binomial series.
double spherical_excess_series(const SortedAlpha& alpha, double norm) {
  const double scale = 1 / (norm * alpha.sum);  // 1 / |alpha|
  std::array<double, n_moments> cumulants{};
  double leading = 0;     // first order: 1/2 kappa_1 - 1/8 (the greatest part of kappa_2)
  double small_part = 0;  // of kappa_2
  double shift = 0;       // kappa_1: the mean of w
  const auto add = [&](const AlphaGroup& group) {
    const double r = group.alpha * scale;
    leading += group.count * r * r * (group.others * scale) * scale / 2;
    small_part += group.count * scale * scale * r * (10 * r + 6 * scale);
    shift += group.count * r * scale;
    for (std::size_t n = 2; n <= n_cumulants; ++n) {
      double sum = 0;
      for (std::size_t j = n + 1; j-- > 0;) sum = sum * r / scale + cumulant_table[n - 1][j];
      cumulants[n - 1] += group.count * sum * r * std::pow(scale, 2 * static_cast<double>(n) - 1);
    }
  };
  add(alpha.first);
  for (const AlphaGroup& group : alpha.others) add(group);
  cumulants[0] = shift;
  const auto m = moments(cumulants);
  double rest = root_series[2] * (small_part + shift * shift);
  for (std::size_t n = 3; n <= n_moments; ++n) rest += root_series[n] * m[n];
  return norm * (leading + rest);
}

}  // namespace qualm::detail
