// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace qualm::evaluation {

/// Moments of numbers, one or several rows each, whose mean is an estimate: a jackknife's
/// pseudo-values or DeLong's placements. Taken about a number near their mean.
class Contributions {
 public:
  explicit Contributions(double near_mean) : near_mean_(near_mean) {}

  void add(double value, std::uint64_t n_rows) noexcept {
    const double d = value - near_mean_, n = static_cast<double>(n_rows);
    n_ += n;
    sum_ += n * d;
    squares_ += n * d * d;
    cubes_ += n * d * d * d;
    fourths_ += n * d * d * d * d;
  }
  [[nodiscard]] double n_rows() const noexcept { return n_; }
  /// Of the mean, with ddof 1. Needs two rows.
  [[nodiscard]] double variance() const noexcept { return centred_squares() / (n_ * (n_ - 1)); }
  /// Of that variance, up to the factor that a variance with ddof 1 has; needs two rows.
  [[nodiscard]] double variance_of_variance() const noexcept {
    const double mean = sum_ / n_, squares = centred_squares();
    const double fourths = fourths_ - 4 * mean * cubes_ + 6 * mean * mean * squares_ -
                           3 * n_ * mean * mean * mean * mean;
    return (fourths - squares * squares / n_) / (n_ * (n_ - 1)) / (n_ * (n_ - 1));
  }

 private:
  [[nodiscard]] double centred_squares() const noexcept { return squares_ - sum_ * sum_ / n_; }

  double near_mean_;
  double n_ = 0, sum_ = 0, squares_ = 0, cubes_ = 0, fourths_ = 0;
};

/// How well an estimate is known.
struct Spread {
  double variance = 0;
  double degrees_of_freedom = std::numeric_limits<double>::infinity();
};

/// Of a sum of independent means. The degrees of freedom are the lesser of Welch's, which count
/// rows, and Satterthwaite's, 2 v^2 / Var(v), with Var(v) from fourth moments: few rows that carry
/// most of the variance count as few.
[[nodiscard]] inline Spread spread_of(std::initializer_list<const Contributions*> parts) {
  Spread spread;
  double of_variance = 0, over_rows = 0;
  for (const Contributions* part : parts) {
    const double variance = part->variance();
    spread.variance += variance;
    of_variance += part->variance_of_variance();
    over_rows += variance * variance / (part->n_rows() - 1);
  }
  for (const double denominator : {of_variance / 2, over_rows}) {
    if (!(denominator > 0)) continue;
    spread.degrees_of_freedom =
        std::min(spread.degrees_of_freedom, spread.variance * spread.variance / denominator);
  }
  return spread;
}

}  // namespace qualm::evaluation
