// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "evaluation/sums.h"

namespace qualm::evaluation {

/// Moments of numbers, one or several rows each, whose mean is an estimate: a jackknife's
/// pseudo-values or DeLong's placements. Taken about a number near their mean.
class Contributions {
 public:
  explicit Contributions(double near_mean = 0) : near_mean_(near_mean) {}
  /// Of numbers whose powers a kernel summed up.
  Contributions(double near_mean, const kernels::PowerSums& sums) : near_mean_(near_mean) {
    for (std::size_t strip = 0; strip < kernels::n_strips; ++strip) {
      n_ += sums.n.of[strip];
      sum_ += sums.first.of[strip];
      squares_ += sums.second.of[strip];
      cubes_ += sums.third.of[strip];
      fourths_ += sums.fourth.of[strip];
    }
  }

  void add(double value, std::uint64_t n_rows) noexcept {
    const double d = value - near_mean_, n = as_double(n_rows);
    const double times_d = n * d, squared = d * d;
    n_ += n;
    sum_ += times_d;
    squares_ += n * squared;
    cubes_ += times_d * squared;
    fourths_ += n * squared * squared;
  }
  /// Taken about the same number.
  void add(const Contributions& others) noexcept {
    n_ += others.n_;
    sum_ += others.sum_;
    squares_ += others.squares_;
    cubes_ += others.cubes_;
    fourths_ += others.fourths_;
  }
  /// Of shift + factor * number for each, about another number.
  [[nodiscard]] Contributions mapped(double factor, double shift, double near_mean) const noexcept {
    Contributions result(near_mean);
    const double f = factor, s = factor * near_mean_ + shift - near_mean;
    result.n_ = n_;
    result.sum_ = f * sum_ + s * n_;
    result.squares_ = f * f * squares_ + 2 * f * s * sum_ + s * s * n_;
    result.cubes_ =
        f * f * f * cubes_ + 3 * f * f * s * squares_ + 3 * f * s * s * sum_ + s * s * s * n_;
    result.fourths_ = f * f * f * f * fourths_ + 4 * f * f * f * s * cubes_ +
                      6 * f * f * s * s * squares_ + 4 * f * s * s * s * sum_ + s * s * s * s * n_;
    return result;
  }
  [[nodiscard]] double n_rows() const noexcept { return n_; }
  /// The mean, less the number that they are taken about.
  [[nodiscard]] double mean_offset() const noexcept { return sum_ / n_; }
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

/// Those of either kind of row.
struct KindContributions {
  Contributions of_negatives, of_positives;

  explicit KindContributions(double near_mean = 0)
      : of_negatives(near_mean), of_positives(near_mean) {}
  KindContributions(const Contributions& negatives, const Contributions& positives)
      : of_negatives(negatives), of_positives(positives) {}
  void add(const KindContributions& others) noexcept {
    of_negatives.add(others.of_negatives);
    of_positives.add(others.of_positives);
  }
};

/// How well an estimate is known.
struct Spread {
  double variance = 0;
  double degrees_of_freedom = std::numeric_limits<double>::infinity();

  /// Whether the variance of that estimate is more than rounding: one row of n changes it by 1/n.
  [[nodiscard]] bool is_real(double estimate) const noexcept {
    constexpr double rounding = 1e-12;
    return variance > rounding * rounding * estimate * estimate;
  }
};

/// Variances, with ddof 1, of independent means that are added, and Welch's degrees of freedom of
/// their sum, which count rows.
class WelchSum {
 public:
  void add(double variance, double n_rows) noexcept {
    variance_ += variance;
    over_rows_ += variance * variance / (n_rows - 1);
  }
  [[nodiscard]] double variance() const noexcept { return variance_; }
  [[nodiscard]] double degrees_of_freedom() const noexcept {
    return over_rows_ > 0 ? variance_ * variance_ / over_rows_
                          : std::numeric_limits<double>::infinity();
  }

 private:
  double variance_ = 0, over_rows_ = 0;
};

/// Of a sum of independent means. The degrees of freedom are the lesser of Welch's and
/// Satterthwaite's, 2 v^2 / Var(v), with Var(v) from fourth moments: few rows that carry most of
/// the variance count as few.
[[nodiscard]] inline Spread spread_of(std::initializer_list<const Contributions*> parts) {
  WelchSum sum;
  double of_variance = 0;
  for (const Contributions* part : parts) {
    sum.add(part->variance(), part->n_rows());
    of_variance += part->variance_of_variance();
  }
  Spread spread{sum.variance(), sum.degrees_of_freedom()};
  if (of_variance > 0) {
    spread.degrees_of_freedom =
        std::min(spread.degrees_of_freedom, spread.variance * spread.variance / (of_variance / 2));
  }
  spread.degrees_of_freedom = std::max(1.0, spread.degrees_of_freedom);  // rounding alone says less
  return spread;
}

}  // namespace qualm::evaluation
