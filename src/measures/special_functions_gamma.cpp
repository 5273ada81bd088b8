// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "measures/quiet_policy.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

constexpr std::size_t temme_orders = 6;
constexpr std::size_t temme_terms = 26;
using TemmeTable = std::array<std::array<double, temme_terms>, temme_orders>;

// Taylor coefficients in eta of the functions c_k in Temme's uniform expansion of Q(a, x):
// https://dlmf.nist.gov/8.12, equations 9 to 12.
constexpr TemmeTable make_temme_table() {
  constexpr std::size_t n_alpha = temme_terms + 2 * temme_orders + 2;
  std::array<double, n_alpha> alpha{};
  alpha[1] = 1;
  alpha[2] = 1.0 / 3;
  for (std::size_t n = 3; n < n_alpha; ++n) {
    double sum = alpha[n - 1];
    for (std::size_t j = 2; j < n; ++j) sum -= static_cast<double>(j) * alpha[j] * alpha[n + 1 - j];
    alpha[n] = sum / static_cast<double>(n + 1);
  }
  constexpr std::array<double, temme_orders> stirling = {
      1, 1.0 / 12, 1.0 / 288, -139.0 / 51840, -571.0 / 2488320, 163879.0 / 209018880};
  constexpr std::size_t n_wide = temme_terms + 2 * temme_orders - 2;
  std::array<double, n_wide> zeroth{};
  zeroth[0] = -1.0 / 3;
  for (std::size_t n = 1; n < n_wide; ++n) zeroth[n] = static_cast<double>(n + 2) * alpha[n + 2];
  std::array<double, n_wide> current = zeroth;
  TemmeTable table{};
  for (std::size_t k = 0; k < temme_orders; ++k) {
    for (std::size_t n = 0; n < temme_terms; ++n) table[k][n] = current[n];
    if (k + 1 == temme_orders) break;
    const double sign = k % 2 == 0 ? -1 : 1;
    std::array<double, n_wide> next{};
    for (std::size_t n = 0; n + 2 < n_wide - 2 * k; ++n) {
      next[n] = sign * stirling[k + 1] * zeroth[n] + static_cast<double>(n + 2) * current[n + 2];
    }
    current = next;
  }
  return table;
}

constexpr double temme_from = 200;  // below, Boost is fast and exact
constexpr double temme_reach = 1;   // of |eta|; beyond, both tails are past exp(-a / 2)

GammaTails temme_tails(double a, double excess, double half_eta2) {
  static constexpr TemmeTable table = make_temme_table();
  const double eta = std::copysign(std::sqrt(2 * half_eta2), excess);
  double correction = 0;
  for (std::size_t k = temme_orders; k-- > 0;) {
    double c = 0;
    for (std::size_t n = temme_terms; n-- > 0;) c = c * eta + table[k][n];
    correction = correction / a + c;
  }
  correction *= std::exp(-a * half_eta2) / std::sqrt(2 * std::numbers::pi * a);
  const double far = std::erfc(std::sqrt(a * half_eta2)) / 2;
  if (excess > 0) {
    const double upper = far + correction;
    return {1 - upper, upper};
  }
  const double lower = far - correction;
  return {lower, 1 - lower};
}

}  // namespace

GammaTails gamma_tails(double a, double x) {
  if (a >= temme_from) {
    const double excess = (x - a) / a;
    const double half_eta2 = excess > -1 ? -log1p_minus(excess) : 0;
    if (excess > -1 && half_eta2 <= temme_reach * temme_reach / 2) {
      return temme_tails(a, excess, half_eta2);
    }
    if (a * half_eta2 > 1000) return excess > 0 ? GammaTails{1, 0} : GammaTails{0, 1};
  }
  // The smaller tail keeps its digits, the other is its complement.
  if (x < a) {
    const double lower = boost::math::gamma_p(a, x, QuietPolicy());
    if (lower < 0.5) return {lower, 1 - lower};
  }
  const double upper = boost::math::gamma_q(a, x, QuietPolicy());
  return {1 - upper, upper};
}

double log1p_minus(double x) noexcept {
  if (std::abs(x) > 0.5) return std::log1p(x) - x;
  // With r = x / (2 + x): log(1 + x) = 2 (r + r^3/3 + r^5/5 + ...), and 2 r - x = -x r.
  const double r = x / (2 + x);
  const double r2 = r * r;
  double sum = 0;
  for (int n = 16; n >= 0; --n) sum = sum * r2 + 1.0 / (2 * n + 3);
  return r * (2 * r2 * sum - x);
}

double expm1_minus(double x) noexcept {
  if (std::abs(x) > 0.5) return std::expm1(x) - x;
  double sum = 0;
  for (int n = 16; n >= 2; --n) sum = (sum + 1) * x / n;
  return sum * x;
}

double gamma_of(double a) {
  return boost::math::tgamma(a, QuietPolicy());
}

double stirling_error(double a) noexcept {
  if (a < 10) {
    return boost::math::lgamma(a, QuietPolicy()) - ((a - 0.5) * std::log(a) - a) -
           std::log(2 * std::numbers::pi) / 2;
  }
  constexpr std::array<double, 7> series = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                            1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  const double inverse2 = 1 / a / a;
  double sum = 0;
  for (std::size_t n = series.size(); n-- > 0;) sum = sum * inverse2 + series[n];
  return sum / a;
}

}  // namespace qualm::detail
