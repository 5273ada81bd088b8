// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "array/sorted_sum.h"
#include "measures/dirichlet_groups.h"
#include "measures/tsallis.h"

namespace qualm::detail {
namespace {

// The Bernoulli polynomials B_{2n+1}(t) / (n (2n+1)), n = 1, 2, ..., divided by (t - 1/2) y, in
// powers of y = t (t - 1).
constexpr std::array<std::array<double, 6>, 6> odd_bernoulli = {{
    {1.0 / 3},
    {-1.0 / 30, 1.0 / 10},
    {1.0 / 63, -1.0 / 21, 1.0 / 21},
    {-1.0 / 60, 1.0 / 20, -1.0 / 18, 1.0 / 36},
    {1.0 / 33, -1.0 / 11, 17.0 / 165, -2.0 / 33, 1.0 / 55},
    {-691.0 / 8190, 691.0 / 2730, -236.0 / 819, 41.0 / 234, -5.0 / 78, 1.0 / 78},
}};

// Class k with a = alpha_k among others of the sum b, at order q = r + 1. With
// g(x) = log Gamma(x + q) - log Gamma(x) - q log x, which fades as q r / (2 x), the logarithm of
// E Theta^q / (E Theta)^q is g(a) - g(a + b). Differences of g over b are formed term by term, so
// that neither a small b nor a large a nor a small r makes anything cancel.
class PowerMoment {
 public:
  PowerMoment(double a, double b, double q) : a_(a), b_(b), q_(q), r_(q - 1) {
    const double sum = a + b;
    const double drop_above = drop(a + 1);
    over_power_of_mean_ = drop_above + step(a);
    over_mean_ =
        drop_above - r_ * std::log1p(b / (a + 1)) + std::log1p(-r_ / (a + q) * (b / (sum + 1)));
    const double odds = b / a;
    log_mean_ = std::isinf(odds) ? std::log(a) - std::log(sum) : -std::log1p(odds);
  }

  // (E Theta - E Theta^q) / r >= 0
  [[nodiscard]] double aleatoric() const {
    const double greater = r_ > 0 ? a_ / (a_ + b_) : moment();
    return greater * -std::expm1(-std::fabs(over_mean_)) / std::fabs(r_);
  }
  // (E Theta^q - (E Theta)^q) / r >= 0
  [[nodiscard]] double epistemic() const {
    const double greater = r_ > 0 ? moment() : std::exp(q_ * log_mean_);
    return greater * -std::expm1(-std::fabs(over_power_of_mean_)) / std::fabs(r_);
  }
  // E of [m^q - q m Theta^r + r Theta^q] / r with m = E Theta: what class k adds to the divergence
  // from the mean to Theta. With E Theta^r = E Theta^q / (m (1 + c)), c = r b / (a (a + b + r)), it
  // is [m^q - m E Theta^r] / r + c m E Theta^r. Infinite where E Theta^r is.
  [[nodiscard]] double reverse() const {
    if (!(a_ + r_ > 0)) return std::numeric_limits<double>::infinity();
    const double c = r_ * (b_ / (a_ + b_ + r_)) / a_;
    const double log_ratio = over_power_of_mean_ - std::log1p(c);  // of m E Theta^r to m^q
    const double power = std::exp(q_ * log_mean_);
    const double mixed = std::exp(q_ * log_mean_ + log_ratio);
    const double gap = std::max(power, mixed) * -std::expm1(-std::fabs(log_ratio)) / r_;
    return (log_ratio > 0 ? -gap : gap) + c * mixed;
  }

 private:
  // E Theta^q
  [[nodiscard]] double moment() const { return std::exp(log_mean_ + over_mean_); }

  // [g(x) - g(x + 1)] - [g(x + b) - g(x + b + 1)]
  [[nodiscard]] double step(double x) const {
    const double y = x + b_;
    return r_ * std::log1p(b_ / (y + 1) / x) - std::log1p(r_ * (b_ / (y + q_)) / (x + 1));
  }

  // g(x) - g(x + b), x >= 1. Where x > 10 + 3 q, six terms of the series give it to 1e-12:
  // g(x) - q log(z / x) = -(q / 2) y sum_n odd_bernoulli_n(y) / z^(2n), z = x + r / 2,
  // y = (q^2 - 1) / 4, https://dlmf.nist.gov/5.11.E8 for Gamma(z + (1 + q) / 2) and
  // Gamma(z + (1 - q) / 2), whose even polynomials are equal.
  [[nodiscard]] double drop(double x) const {
    // Steps as in step(), their logarithms taken of products: each is kept less one, so that it
    // loses no digits where its factors are close to one.
    double steps = 0, grown = 0, raised = 0;
    for (; x < 10 + 3 * q_; ++x) {
      const double y = x + b_;
      grown = with_factor(grown, b_ / (y + 1) / x);
      raised = with_factor(raised, r_ * (b_ / (y + q_)) / (x + 1));
      if (raised > most_raised) {
        steps -= std::log1p(raised);
        raised = 0;
      }
    }
    steps += r_ * std::log1p(grown) - std::log1p(raised);
    const double z = x + r_ / 2;
    const double y = r_ * (q_ + 1) / 4;
    // (z / (z + b))^(2n) - 1 for n = 1, 2, ...
    std::array<double, odd_bernoulli.size()> fallen{};
    fallen[0] = std::expm1(-2 * std::log1p(b_ / z));
    for (std::size_t i = 1; i < fallen.size(); ++i) {
      fallen[i] = with_factor(fallen[i - 1], fallen[0]);
    }
    double series = 0;
    for (std::size_t n = odd_bernoulli.size(); n > 0; --n) {
      double polynomial = 0;
      for (std::size_t i = n; i-- > 0;) polynomial = polynomial * y + odd_bernoulli[n - 1][i];
      series += polynomial * fallen[n - 1];
      series /= z * z;
    }
    return steps + q_ * std::log1p(r_ / 2 * (b_ / (z + b_)) / x) + q_ / 2 * y * series;
  }

  // (1 + product) (1 + factor) - 1
  static double with_factor(double product, double factor) noexcept {
    return product + factor + product * factor;
  }
  static constexpr double most_raised = 1e100;

  double a_, b_, q_, r_;
  double log_mean_;            // of E Theta
  double over_mean_;           // log(E Theta^q / E Theta)
  double over_power_of_mean_;  // log(E Theta^q / (E Theta)^q)
};

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
