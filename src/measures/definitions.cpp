// SPDX-License-Identifier: Apache-2.0
#include "measures/definitions.h"

#include <algorithm>
#include <cmath>

#include "measures/dirichlet_groups.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// guess * f(difference / guess), f(x) = (1 + x) log(1 + x) - x: a term of KL(theta || guess) that
// is never negative.
double log_term(double guess, double difference) {
  if (!(guess > 0)) return 0;  // then theta is 0 as well
  const double x = difference / guess;
  if (x <= -1) return guess;
  const double f =
      std::abs(x) < 0.5 ? (1 + x) * log1p_minus(x) + x * x : (1 + x) * std::log1p(x) - x;
  return guess * std::max(f, 0.0);
}

// -x log x, to a few ulp also where x is nearly one.
double entropy_term(double x, double rest) {
  if (!(x > 0)) return 0;
  return -x * (x > 0.5 ? std::log1p(-rest) : std::log(x));
}

double sum_of_squares(Point x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return sum;
}

double product(Point x, Point y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

std::size_t best_class(Point theta) {
  return static_cast<std::size_t>(std::max_element(theta.begin(), theta.end()) - theta.begin());
}

}  // namespace

double variance_entropy(Point theta, Point rest, Arguments) {
  return product(theta, rest);
}

double variance_divergence(Point, Point, Point difference, Arguments) {
  return sum_of_squares(difference);
}

double shannon_entropy(Point theta, Point rest, Arguments) {
  double sum = 0;
  for (std::size_t k = 0; k < theta.size(); ++k) sum += entropy_term(theta[k], rest[k]);
  return sum;
}

double shannon_divergence(Point mean, Point, Point difference, Arguments) {
  double sum = 0;
  for (std::size_t k = 0; k < mean.size(); ++k) sum += log_term(mean[k], difference[k]);
  return sum;
}

double label_entropy(Point theta, Point rest, Arguments) {
  double sum = 0;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    sum += entropy_term(theta[k], rest[k]) + entropy_term(rest[k], theta[k]);
  }
  return sum;
}

double label_divergence(Point mean, Point, Point difference, Arguments) {
  const std::vector<double> others = sums_of_others(mean);
  double sum = 0;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    sum += log_term(mean[k], difference[k]) + log_term(others[k], -difference[k]);
  }
  return sum;
}

double spherical_entropy(Point theta, Point rest, Arguments) {
  return product(theta, rest) / (1 + std::sqrt(sum_of_squares(theta)));
}

// |theta| - <theta, mean> / |mean| by way of what of theta is orthogonal to the mean.
double spherical_divergence(Point mean, Point theta, Point difference, Arguments) {
  const double mean_square = sum_of_squares(mean);
  const double along = product(difference, mean) / mean_square;
  double across = 0;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    const double rest = difference[k] - along * mean[k];
    across += rest * rest;
  }
  return across /
         (std::sqrt(sum_of_squares(theta)) + product(theta, mean) / std::sqrt(mean_square));
}

double zero_one_entropy(Point theta, Point rest, Arguments) {
  return rest[best_class(theta)];
}

// max theta - theta of the class that the mean predicts.
double zero_one_divergence(Point mean, Point, Point difference, Arguments) {
  const std::size_t guess = best_class(mean);
  double most = 0;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    most = std::max(most, (difference[k] - difference[guess]) - (mean[guess] - mean[k]));
  }
  return most;
}

}  // namespace qualm::detail
