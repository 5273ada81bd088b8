// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace qualm::detail {

/// log(1 + x) - x for x > -1, to a few ulp.
[[nodiscard]] double log1p_minus(double x) noexcept;

/// exp(x) - 1 - x, to a few ulp.
[[nodiscard]] double expm1_minus(double x) noexcept;

/// log Gamma(a) - [(a - 1/2) log a - a + log(2 pi) / 2] for a > 0: what Stirling's formula leaves.
/// Absolute error 1e-15 * max(1, |log a|).
[[nodiscard]] double stirling_error(double a) noexcept;

/// psi(a + d) - psi(a) for a >= 1, d >= 0. Relative error 1e-14, also for tiny d.
[[nodiscard]] double digamma_increment(double a, double d) noexcept;

/// g(a) - g(a + d) with g(x) = psi(x + 1) - log x, for a > 0, d >= 0. Relative error 1e-14, also
/// for tiny d and for large a, where g itself fades as 1 / (2 a).
[[nodiscard]] double digamma_excess_drop(double a, double d) noexcept;

/// The two tails of Gamma(a) at x: lower = P(a, x), upper = Q(a, x). Relative error of both 1e-13
/// down to 1e-30, 1e-12 below; for any a.
struct GammaTails {
  double lower, upper;
};
[[nodiscard]] GammaTails gamma_tails(double a, double x);

/// Gamma(a), a > 0.
[[nodiscard]] double gamma_of(double a);

/// Log of q^a (1-q)^b / B(a, b) at its greatest, q = a / (a + b).
[[nodiscard]] double log_beta_peak(double a, double b) noexcept;

/// The probability below one half of Beta(a, b).
[[nodiscard]] double beta_below_half(double a, double b);

/// Beta(a, b) seen along the log-odds of its variable q, where its density is log-concave.
class LogOddsBeta {
 public:
  LogOddsBeta(double a, double b);

  /// A point, given by its distance in log-odds from the mean a / (a + b). Any finite distance is
  /// good: q itself may underflow.
  struct Point {
    double q, rest;          ///< q and 1 - q
    double log_q, log_rest;  ///< their logarithms
    double shape;            ///< log of q^a (1-q)^b relative to its value at the mean, <= 0
    double shift;            ///< the distance
  };
  [[nodiscard]] Point at(double shift) const noexcept;
  /// Log of the density with respect to the log-odds: q^a (1-q)^b / B(a, b). Relative error of the
  /// density: 1e-14 * (1 + |shape|).
  [[nodiscard]] double log_density(const Point& point) const noexcept {
    return log_peak_ + point.shape;
  }

  /// The distribution function at a point, ready for a Newton step on its logarithm.
  struct Tail {
    double log_value;     ///< log of the probability
    double over_density;  ///< the probability divided by the density
  };
  /// Relative error 1e-13 while a and b are below 1e5, above that 1e-8.
  [[nodiscard]] Tail lower_tail(const Point& point) const;
  [[nodiscard]] Tail upper_tail(const Point& point) const;

 private:
  double a_, b_, sum_;
  double log_peak_;
};

}  // namespace qualm::detail
