// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace qualm::detail {

/// Class k with a = alpha_k among others of the sum b, at order q = r + 1. With
/// g(x) = log Gamma(x + q) - log Gamma(x) - q log x, which fades as q r / (2 x), the logarithm of
/// E Theta^q / (E Theta)^q is g(a) - g(a + b). Differences of g over b are formed term by term, so
/// that neither a small b nor a large a nor a small r makes anything cancel.
class PowerMoment {
 public:
  PowerMoment(double a, double b, double q);

  /// (E Theta - E Theta^q) / r >= 0
  [[nodiscard]] double aleatoric() const {
    const double greater = r_ > 0 ? a_ / (a_ + b_) : moment();
    return greater * -std::expm1(-std::fabs(over_mean_)) / std::fabs(r_);
  }
  /// (E Theta^q - (E Theta)^q) / r >= 0
  [[nodiscard]] double epistemic() const {
    const double greater = r_ > 0 ? moment() : std::exp(q_ * log_mean_);
    return greater * -std::expm1(-std::fabs(over_power_of_mean_)) / std::fabs(r_);
  }
  /// E of [m^q - q m Theta^r + r Theta^q] / r with m = E Theta: what class k adds to the divergence
  /// from the mean to Theta. With E Theta^r = E Theta^q / (m (1 + c)), c = r b / (a (a + b + r)),
  /// it is [m^q - m E Theta^r] / r + c m E Theta^r. Infinite where E Theta^r is.
  [[nodiscard]] double reverse() const;

  /// log(E Theta^q / E Theta) and log(E Theta^q / (E Theta)^q)
  [[nodiscard]] double over_mean() const { return over_mean_; }
  [[nodiscard]] double over_power_of_mean() const { return over_power_of_mean_; }

 private:
  /// E Theta^q
  [[nodiscard]] double moment() const { return std::exp(log_mean_ + over_mean_); }

  /// [g(x) - g(x + 1)] - [g(x + b) - g(x + b + 1)]
  [[nodiscard]] double step(double x) const;
  /// g(x) - g(x + b), x >= 1. Where x > 10 + 3 q, six terms of the series give it to 1e-12:
  /// g(x) - q log(z / x) = -(q / 2) y sum_n odd_bernoulli_n(y) / z^(2n), z = x + r / 2,
  /// y = (q^2 - 1) / 4, https://dlmf.nist.gov/5.11.E8 for Gamma(z + (1 + q) / 2) and
  /// Gamma(z + (1 - q) / 2), whose even polynomials are equal.
  [[nodiscard]] double drop(double x) const;

  double a_, b_, q_, r_;
  double log_mean_;  // of E Theta
  double over_mean_, over_power_of_mean_;
};

}  // namespace qualm::detail
