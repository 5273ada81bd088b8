// SPDX-License-Identifier: Apache-2.0
#include "measures/ordinal.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "measures/definitions.h"

namespace qualm::detail {
namespace {

void fill_thresholds(Point entries, std::vector<Threshold>& thresholds) {
  const std::size_t n = entries.size() - 1;
  thresholds.resize(n);
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) thresholds[k].below = sum += entries[k];
  sum = 0;
  for (std::size_t k = n; k-- > 0;) thresholds[k].above = sum += entries[k + 1];
}

// As thresholds_of, in memory that the next call on this thread with the same `use` overwrites.
std::span<const Threshold> thresholds_in_place(Point entries, std::size_t use = 0) {
  static thread_local std::array<std::vector<Threshold>, 2> kept;
  fill_thresholds(entries, kept[use]);
  return kept[use];
}

template <class Term>
double sum_over_thresholds(Point theta, const Term& term) {
  double sum = 0;
  for (const Threshold& threshold : thresholds_in_place(theta)) sum += term(threshold);
  return sum;
}

// Visits each threshold of the mean with F_k(theta) - F_k(mean), summed from the end where there is
// less of the mean: what is added there is small, and so is its rounding.
template <class Term>
double sum_over_shifts(Point mean, Point difference, const Term& term) {
  const auto of_mean = thresholds_in_place(mean), moved = thresholds_in_place(difference, 1);
  double sum = 0;
  for (std::size_t k = 0; k < of_mean.size(); ++k) {
    const bool from_below = of_mean[k].below <= of_mean[k].above;
    sum += term(of_mean[k], from_below ? moved[k].below : -moved[k].above);
  }
  return sum;
}

double square(double x) {
  return x * x;
}

}  // namespace

std::vector<Threshold> thresholds_of(Point entries) {
  std::vector<Threshold> thresholds;
  fill_thresholds(entries, thresholds);
  return thresholds;
}

double ordinal_variance(Point theta, Point, Arguments) {
  return sum_over_thresholds(theta, [](const Threshold& t) { return t.below * t.above; });
}

double ordinal_variance_divergence(Point mean, Point, Point difference, Arguments) {
  return sum_over_shifts(mean, difference,
                         [](const Threshold&, double shift) { return square(shift); });
}

double ordinal_entropy(Point theta, Point, Arguments) {
  return sum_over_thresholds(theta,
                             [](const Threshold& t) { return binary_entropy(t.below, t.above); });
}

double ordinal_entropy_divergence(Point mean, Point, Point difference, Arguments) {
  return sum_over_shifts(mean, difference, [](const Threshold& t, double shift) {
    return binary_divergence(t.below, t.above, shift);
  });
}

double ordinal_absolute(Point theta, Point, Arguments) {
  return sum_over_thresholds(theta, [](const Threshold& t) { return std::min(t.below, t.above); });
}

double ordinal_absolute_divergence(Point mean, Point theta, Point, Arguments) {
  const auto of_mean = thresholds_in_place(mean), of_theta = thresholds_in_place(theta, 1);
  double sum = 0;
  for (std::size_t k = 0; k < of_mean.size(); ++k) {
    const double lead = of_theta[k].below - of_theta[k].above;
    const double lead_of_mean = of_mean[k].below - of_mean[k].above;
    if (lead_of_mean == 0) {
      sum += std::abs(lead) / 2;
    } else if (std::signbit(lead) != std::signbit(lead_of_mean)) {
      sum += std::abs(lead);
    }
  }
  return sum;
}

// Y is the number of thresholds below it, so Var Y = sum_jk Cov(Y > j, Y > k), and the covariance
// of two thresholds j <= k is F_j (1 - F_k): terms that are not negative.
double integer_variance(Point theta, Point, Arguments) {
  double before = 0;
  return sum_over_thresholds(theta, [&](const Threshold& t) {
    const double twice_and_once = 2 * before + t.below;
    before += t.below;
    return twice_and_once * t.above;
  });
}

double integer_variance_divergence(Point mean, Point, Point difference, Arguments) {
  return square(
      sum_over_shifts(mean, difference, [](const Threshold&, double shift) { return shift; }));
}

}  // namespace qualm::detail
