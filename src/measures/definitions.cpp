// SPDX-License-Identifier: Apache-2.0
#include "measures/definitions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "array/sorted_sum.h"
#include "measures/dirichlet_groups.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// theta log(theta / guess) - difference = guess * f(difference / guess), f(x) = (1 + x) log(1 + x)
// - x: a term of KL(theta || guess) that is never negative, and infinite if only the guess is 0; a
// theta below the smallest normal number, which the guess may have lost, counts as 0.
double log_term(double guess, double difference) {
  using Limits = std::numeric_limits<double>;
  if (!(guess > 0)) return difference > Limits::min() ? Limits::infinity() : 0;
  const double x = difference / guess;
  if (x <= -1) return guess;
  if (x > 1e290) {  // the guess is so small that f may overflow
    const double theta = guess + difference;
    return theta * (std::log(theta) - std::log(guess)) - difference;
  }
  const double f =
      std::abs(x) < 0.5 ? (1 + x) * log1p_minus(x) + x * x : (1 + x) * std::log1p(x) - x;
  return guess * std::max(f, 0.0);
}

// -x log x, to a few ulp also where x is nearly one.
double entropy_term(double x, double rest) {
  if (!(x > 0)) return 0;
  return -x * (x > 0.5 ? std::log1p(-rest) : std::log(x));
}

// The sum of term(k) over the classes, which does not depend on their order.
template <class Term>
double sum_over_classes(std::size_t n_classes, const Term& term) {
  static thread_local std::vector<double> terms;  // of the call before
  terms.resize(n_classes);
  for (std::size_t k = 0; k < n_classes; ++k) terms[k] = term(k);
  return sorted_sum(terms);
}

double product(Point x, Point y) {
  return sum_over_classes(x.size(), [&](std::size_t k) { return x[k] * y[k]; });
}

double sum_of_squares(Point x) {
  return product(x, x);
}

std::size_t best_class(Point theta) {
  return static_cast<std::size_t>(std::max_element(theta.begin(), theta.end()) - theta.begin());
}

}  // namespace

double binary_entropy(double p, double rest) {
  return entropy_term(p, rest) + entropy_term(rest, p);
}

double binary_divergence(double guess, double rest, double difference) {
  return log_term(guess, difference) + log_term(rest, -difference);
}

double variance_entropy(Point theta, Point rest, Arguments) {
  return product(theta, rest);
}

double variance_divergence(Point, Point, Point difference, Arguments) {
  return sum_of_squares(difference);
}

double shannon_entropy(Point theta, Point rest, Arguments) {
  return sum_over_classes(theta.size(),
                          [&](std::size_t k) { return entropy_term(theta[k], rest[k]); });
}

double shannon_divergence(Point mean, Point, Point difference, Arguments) {
  return sum_over_classes(mean.size(),
                          [&](std::size_t k) { return log_term(mean[k], difference[k]); });
}

double label_entropy(Point theta, Point rest, Arguments) {
  return sum_over_classes(theta.size(),
                          [&](std::size_t k) { return binary_entropy(theta[k], rest[k]); });
}

double label_divergence(Point mean, Point, Point difference, Arguments) {
  const std::vector<double> others = sums_of_others(mean);
  return sum_over_classes(mean.size(), [&](std::size_t k) {
    return binary_divergence(mean[k], others[k], difference[k]);
  });
}

double spherical_entropy(Point theta, Point rest, Arguments) {
  return product(theta, rest) / (1 + std::sqrt(sum_of_squares(theta)));
}

// |theta| - <theta, mean> / |mean| by way of what of theta is orthogonal to the mean.
double spherical_divergence(Point mean, Point theta, Point difference, Arguments) {
  const double mean_square = sum_of_squares(mean);
  const double along = product(difference, mean) / mean_square;
  const double across = sum_over_classes(mean.size(), [&](std::size_t k) {
    const double rest = difference[k] - along * mean[k];
    return rest * rest;
  });
  return across /
         (std::sqrt(sum_of_squares(theta)) + product(theta, mean) / std::sqrt(mean_square));
}

double zero_one_entropy(Point theta, Point rest, Arguments) {
  return rest[best_class(theta)];
}

// max theta - theta of the class that the mean predicts; of classes that are tied, each is
// predicted equally often.
double zero_one_divergence(Point mean, Point, Point difference, Arguments) {
  const double greatest = mean[best_class(mean)];
  std::vector<double> regrets;
  for (std::size_t guess = 0; guess < mean.size(); ++guess) {
    if (mean[guess] != greatest) continue;
    double& most = regrets.emplace_back(0.0);
    for (std::size_t k = 0; k < mean.size(); ++k) {
      most = std::max(most, (difference[k] - difference[guess]) - (greatest - mean[k]));
    }
  }
  return sorted_sum(regrets) / static_cast<double>(regrets.size());
}

}  // namespace qualm::detail
