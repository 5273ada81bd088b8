// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "array/sorted_sum.h"
#include "measures/scale.h"
#include "qualm/error.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

void check_class_weights(std::span<const double> weights, std::size_t n_classes) {
  if (weights.empty()) return;
  if (weights.size() != n_classes) {
    throw_usage("--class-weights has " + std::to_string(weights.size()) +
                " numbers, but there are " + std::to_string(n_classes) +
                " classes: give one a class");
  }
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0 && weights[k] <= largest_class_weight)) {
      throw_usage(fmt::format("--class-weights: weight {} of class {} is not a number from 0 to {}",
                              weights[k], k, largest_class_weight));
    }
  }
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; })) {
    throw_usage("--class-weights: all weights are zero: at least one must be positive");
  }
}

}  // namespace

void check_options(const MeasureOptions& options, const Predictions& predictions) {
  check_class_weights(options.class_weights, predictions.n_classes());
  if (options.measures.empty()) throw_usage("no measure was asked for: name at least one");
  for (std::size_t i = 0; i < options.measures.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (options.measures[i] == options.measures[j]) {
        throw_usage("measure '" + options.measures[i].name() + "' is named twice");
      }
    }
  }
  for (const Measure& measure : options.measures) {
    if (predictions.is_dirichlet() && !measure.family().of_dirichlet) {
      throw_usage("measure '" + measure.name() +
                  "' has no values of Dirichlet distributions: leave it out, or draw members");
    }
  }
  if (!options.corrected) return;
  if (predictions.is_dirichlet()) {
    throw_usage(
        "--corrected is for finite ensembles: a Dirichlet distribution needs no correction");
  }
  if (predictions.n_members() < 2) {
    throw_usage("--corrected needs at least two members: with one, EU is 0 by construction");
  }
  for (const Measure& measure : options.measures) {
    if (!measure.family().correctable) {
      throw_usage("--corrected does not apply to '" + measure.name() +
                  "', whose bias has no such form: leave one of the two out");
    }
  }
}

std::string unit_of(const Measure& measure, const MeasureOptions& options) {
  if (options.normalized) return "normalized";
  if (!measure.family().logarithmic) return measure.family().unit;
  switch (options.log_base) {
    case LogBase::two:
      return "bits";
    case LogBase::e:
      return "nats";
    default:
      return "log K";
  }
}

namespace detail {

double scale_of(const Measure& measure, const MeasureOptions& options, std::size_t n_classes,
                Logarithm logarithm) {
  const Family& family = measure.family();
  // Nats into bits.
  const double unit =
      family.logarithmic && logarithm == Logarithm::natural ? 1 / std::numbers::ln2 : 1;
  if (options.normalized && family.maximum) {
    return unit / family.maximum(n_classes, options.class_weights, measure.arguments());
  }
  if (options.normalized) {
    if (!family.entropy) {
      throw_usage("measure '" + measure.name() + "' has no known maximum to divide by");
    }
    const std::vector<double> centre(n_classes, 1 / static_cast<double>(n_classes));
    return 1 / family.entropy(centre, measure.arguments());
  }
  if (!family.logarithmic) return 1;
  switch (options.log_base) {
    case LogBase::two:
      return unit;
    case LogBase::e:
      return std::numbers::ln2 * unit;
    default:
      return unit / std::log2(static_cast<double>(n_classes));
  }
}

double epistemic_factor(const Measure& measure, const MeasureOptions& options,
                        const Predictions& predictions) {
  if (!options.corrected || !measure.family().correctable) return 1;
  if (predictions.has_equal_weights()) {
    const auto n_members = static_cast<double>(predictions.n_members());
    return n_members / (n_members - 1);
  }
  std::vector<double> terms;
  for (const double weight : predictions.member_weights()) terms.push_back(weight * (1 - weight));
  const double kept = sorted_sum(terms);  // 1 - sum w^2 without cancellation
  if (!(kept > 0)) {
    throw_usage("--corrected needs at least two members with a positive weight");
  }
  return 1 / kept;
}

}  // namespace detail
}  // namespace qualm
