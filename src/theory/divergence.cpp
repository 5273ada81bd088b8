// SPDX-License-Identifier: Apache-2.0
#include "theory/divergence.h"

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

double sum_of_squares(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return sum;
}

double product(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

// |theta| - <theta, guess> / |guess| by way of what of theta is orthogonal to the guess.
double spherical(std::span<const double> guess, std::span<const double> theta,
                 std::span<const double> difference) {
  const double guess_square = sum_of_squares(guess);
  const double along = product(difference, guess) / guess_square;
  double across = 0;
  for (std::size_t k = 0; k < guess.size(); ++k) {
    const double rest = difference[k] - along * guess[k];
    across += rest * rest;
  }
  return across /
         (std::sqrt(sum_of_squares(theta)) + product(theta, guess) / std::sqrt(guess_square));
}

double zero_one(std::span<const double> guess, std::span<const double> theta) {
  const auto best = std::max_element(guess.begin(), guess.end()) - guess.begin();
  return *std::max_element(theta.begin(), theta.end()) - theta[static_cast<std::size_t>(best)];
}

// H(theta, rest), to a few ulp also where one of them is nearly one.
double binary_entropy(double theta, double rest) {
  const double small = std::min(theta, rest), large = std::max(theta, rest);
  return small > 0 ? -small * std::log(small) - large * std::log1p(-small) : 0;
}

}  // namespace

double divergence(FamilyId family, std::span<const double> guess, std::span<const double> theta,
                  std::span<const double> difference) {
  double sum = 0;
  switch (family) {
    case FamilyId::variance:
      return sum_of_squares(difference);
    case FamilyId::entropy:
      for (std::size_t k = 0; k < guess.size(); ++k) sum += log_term(guess[k], difference[k]);
      return sum;
    case FamilyId::label_entropy: {
      const std::vector<double> others = sums_of_others(guess);
      for (std::size_t k = 0; k < guess.size(); ++k) {
        sum += log_term(guess[k], difference[k]) + log_term(others[k], -difference[k]);
      }
      return sum;
    }
    case FamilyId::spherical:
      return spherical(guess, theta, difference);
    case FamilyId::zero_one:
    case FamilyId::wasserstein:
    case FamilyId::tsallis:
      break;
  }
  return zero_one(guess, theta);
}

double generalized_entropy(FamilyId family, double theta, double rest) {
  switch (family) {
    case FamilyId::variance:
      return 2 * theta * rest;
    case FamilyId::entropy:
      return binary_entropy(theta, rest);
    case FamilyId::label_entropy:
      return 2 * binary_entropy(theta, rest);
    case FamilyId::spherical:
      return 2 * theta * rest / (1 + std::hypot(theta, rest));
    case FamilyId::zero_one:
    case FamilyId::wasserstein:
    case FamilyId::tsallis:
      break;
  }
  return std::min(theta, rest);
}

}  // namespace qualm::detail
