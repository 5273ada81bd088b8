// SPDX-License-Identifier: Apache-2.0
#include "measures/maximum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "array/sorted_sum.h"
#include "qualm/error.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

std::vector<double> positive_weights_falling(std::span<const double> class_weights) {
  std::vector<double> weights;
  std::copy_if(class_weights.begin(), class_weights.end(), std::back_inserter(weights),
               [](double weight) { return weight > 0; });
  std::sort(weights.begin(), weights.end(), std::greater<>());
  return weights;
}

// The classes that get mass at the maximum are those of the n greatest weights. `ratio` is mu / w
// for the smallest of them, so that beta_k = (1 - ratio * smallest / w_k) / 2.
struct WaterLevel {
  double smallest;
  double ratio;
};

// `weights`: positive, falling. Two classes or fewer reach 1/2 each without competing for mass.
WaterLevel water_level(std::span<const double> weights) {
  if (weights.size() <= 2) return {weights.back(), 0};
  WaterLevel level{};
  double inverse_sum = 0;  // of smallest / w over the classes so far
  for (std::size_t n = 0; n < weights.size(); ++n) {
    const double weight = weights[n];
    if (n > 2 && weight <= level.ratio * level.smallest) break;
    if (n > 0) inverse_sum *= weight / weights[n - 1];
    inverse_sum += 1;
    level = {weight, std::max(0.0, static_cast<double>(n) - 1) / inverse_sum};
  }
  return level;
}

}  // namespace

std::vector<double> variance_maximizer(std::span<const double> class_weights) {
  for (const double weight : class_weights) {
    if (!(weight >= 0 && weight <= largest_class_weight)) {
      throw_usage(fmt::format("class weight {} is not a number from 0 to {}", weight,
                              largest_class_weight));
    }
  }
  const std::vector<double> positive = positive_weights_falling(class_weights);
  if (positive.empty())
    throw_usage("class weights must not be all zero: give one a positive weight");

  const double n_classes = static_cast<double>(class_weights.size());
  if (positive.size() == class_weights.size() && positive.front() == positive.back()) {
    return std::vector<double>(class_weights.size(), 1 / n_classes);
  }
  const WaterLevel level = water_level(positive);
  std::vector<double> beta(class_weights.size());
  double left_over = 1;  // of use only where at most two classes have taken mass
  for (std::size_t k = 0; k < beta.size(); ++k) {
    const double weight = class_weights[k];
    if (weight >= level.smallest) beta[k] = (1 - level.ratio * (level.smallest / weight)) / 2;
    left_over -= beta[k];
  }
  if (positive.size() <= 2 && positive.size() < beta.size()) {
    const double share = left_over / (n_classes - static_cast<double>(positive.size()));
    for (std::size_t k = 0; k < beta.size(); ++k) {
      if (class_weights[k] == 0) beta[k] = share;
    }
  }
  return beta;
}

namespace detail {
namespace {

double binary_entropy_bits(double theta, double rest) {
  return theta > 0 ? -theta * std::log2(theta) - rest * std::log2(rest) : 0;
}

// The maximiser of sum_k w_k h(theta_k) has w_k h'(theta_k) = mu for every class that has mass.
struct Logistic {
  double theta, rest;
  Logistic(double mu, double weight)
      : theta(1 / (1 + std::exp2(mu / weight))), rest(1 / (1 + std::exp2(-mu / weight))) {}
};

double label_entropy_multiplier(std::span<const double> weights) {
  if (weights.size() <= 2) return 0;
  double low = 0;
  double high = weights.front() * std::log2(static_cast<double>(weights.size()) - 1);
  while (true) {
    const double middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) return high;
    double mass = 0;
    for (const double weight : weights) mass += Logistic(middle, weight).theta;
    (mass > 1 ? low : high) = middle;
  }
}

}  // namespace

double maximum_variance(std::size_t n_classes, std::span<const double> class_weights, Arguments) {
  const double count = static_cast<double>(n_classes);
  if (class_weights.empty()) return (count - 1) / count;
  if (std::all_of(class_weights.begin(), class_weights.end(), [](double w) { return w == 0; })) {
    return 0;
  }
  const std::vector<double> beta = variance_maximizer(class_weights);
  std::vector<double> terms(beta.size());
  for (std::size_t k = 0; k < beta.size(); ++k) {
    terms[k] = class_weights[k] * (beta[k] * (1 - beta[k]));
  }
  return sorted_sum(terms);
}

double maximum_entropy(std::size_t n_classes, std::span<const double>, Arguments) {
  return std::log2(static_cast<double>(n_classes));
}

double maximum_label_entropy(std::size_t n_classes, std::span<const double> class_weights,
                             Arguments) {
  const double count = static_cast<double>(n_classes);
  if (class_weights.empty()) return count * binary_entropy_bits(1 / count, (count - 1) / count);
  const std::vector<double> weights = positive_weights_falling(class_weights);
  const double mu = label_entropy_multiplier(weights);
  double sum = 0;
  for (const double weight : weights) {
    const Logistic point(mu, weight);
    sum += weight * binary_entropy_bits(point.theta, point.rest);
  }
  return sum;
}

double maximum_spherical(std::size_t n_classes, std::span<const double>, Arguments) {
  return 1 - 1 / std::sqrt(static_cast<double>(n_classes));
}

double maximum_zero_one(std::size_t n_classes, std::span<const double>, Arguments) {
  const double count = static_cast<double>(n_classes);
  return (count - 1) / count;
}

double maximum_wasserstein(std::size_t n_classes, std::span<const double> class_weights,
                           Arguments) {
  return maximum_zero_one(n_classes, class_weights, {});
}

double maximum_ordinal_variance(std::size_t n_classes, std::span<const double>, Arguments) {
  return static_cast<double>(n_classes - 1) / 4;
}

double maximum_ordinal_entropy(std::size_t n_classes, std::span<const double>, Arguments) {
  return static_cast<double>(n_classes - 1);
}

double maximum_ordinal_absolute(std::size_t n_classes, std::span<const double>, Arguments) {
  return static_cast<double>(n_classes - 1) / 2;
}

double maximum_integer_variance(std::size_t n_classes, std::span<const double>, Arguments) {
  const double steps = static_cast<double>(n_classes - 1);
  return steps * steps / 4;
}

}  // namespace detail
}  // namespace qualm
