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
    throw_usage(argument("class_weights") + " has " + std::to_string(weights.size()) +
                " numbers, but there are " + std::to_string(n_classes) +
                " classes: give one per class");
  }
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0 && weights[k] <= largest_class_weight)) {
      throw_usage(fmt::format("{}: weight {} of class {} is not a number from 0 to {}",
                              argument("class_weights"), weights[k], k, largest_class_weight));
    }
  }
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; })) {
    throw_usage(argument("class_weights") +
                ": all weights are zero: at least one must be positive");
  }
}

std::string logarithmic_unit(LogBase base) {
  switch (base) {
    case LogBase::two:
      return "bits";
    case LogBase::e:
      return "nats";
    default:
      return "log K";
  }
}

// What bits are multiplied with.
double of_bits(LogBase base, std::size_t n_classes) {
  switch (base) {
    case LogBase::two:
      return 1;
    case LogBase::e:
      return std::numbers::ln2;
    default:
      return 1 / std::log2(static_cast<double>(n_classes));
  }
}

void check_extra(const Measure& measure, const Extra& extra, const MeasureOptions& options,
                 const Predictions& predictions) {
  if (measure.family().label_wise && !options.class_weights.empty()) {
    throw_usage(fmt::format("class weights do not apply to {}.{}: leave one of the two out",
                            measure.name(), extra.name));
  }
  if (extra.most_classes > 0 && predictions.n_classes() > extra.most_classes) {
    throw_usage(fmt::format("{}.{} needs at most {} classes, and these are {}: leave it out",
                            measure.name(), extra.name, extra.most_classes,
                            predictions.n_classes()));
  }
  if (predictions.is_dirichlet() && !extra.of_dirichlet) {
    throw_usage(fmt::format(
        "{}.{} has no closed form for Dirichlet distributions: leave it out, or draw members",
        measure.name(), extra.name));
  }
}

void check_extras(const MeasureOptions& options, const Predictions& predictions) {
  for (const std::string& name : options.extras) {
    bool is_known = false;
    for (const Measure& measure : options.measures) {
      const Extra* extra = measure.extra(name);
      if (extra != nullptr) check_extra(measure, *extra, options, predictions);
      is_known = is_known || extra != nullptr;
    }
    if (!is_known) {
      throw_usage("no requested measure has the extra '" + name + "': leave it out");
    }
  }
}

}  // namespace

void check_options(const MeasureOptions& options, const Predictions& predictions) {
  check_class_weights(options.class_weights, predictions.n_classes());
  if (options.measures.empty()) throw_usage("no measure was requested: name at least one");
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
                  "' does not support Dirichlet distributions: leave it out, or draw members");
    }
    if (measure.family().ordered && !options.ordered) {
      throw_usage(
          "measure '" + measure.name() +
          "' needs classes that have an order, which cannot be inferred from numbers: set " +
          argument("ordered", "true") + " if class 0 comes before class 1, and so on");
    }
  }
  check_extras(options, predictions);
  if (!options.corrected) return;
  if (predictions.is_dirichlet()) {
    throw_usage(argument("corrected", "true") +
                " is for finite ensembles: a Dirichlet distribution needs no correction");
  }
  if (predictions.n_members() < 2) {
    throw_usage(argument("corrected", "true") +
                " needs at least two members: with one, EU is 0 by construction");
  }
  for (const Measure& measure : options.measures) {
    if (!measure.family().correctable) {
      throw_usage(argument("corrected", "true") + " does not apply to '" + measure.name() +
                  "', whose bias has no such form: leave one of the two out");
    }
  }
}

std::string unit_of(const Measure& measure, const MeasureOptions& options) {
  if (options.normalized) return "normalized";
  return measure.family().logarithmic ? logarithmic_unit(options.log_base) : measure.family().unit;
}

std::string unit_of(const Extra& extra, const MeasureOptions& options) {
  return extra.logarithmic ? logarithmic_unit(options.log_base) : extra.unit;
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
    const double share = 1 / static_cast<double>(n_classes);
    const std::vector<double> centre(n_classes, share), rest(n_classes, 1 - share);
    return 1 / family.entropy(centre, rest, measure.arguments());
  }
  return family.logarithmic ? unit * of_bits(options.log_base, n_classes) : 1;
}

double scale_of(const Extra& extra, const MeasureOptions& options, std::size_t n_classes) {
  return extra.logarithmic ? of_bits(options.log_base, n_classes) / std::numbers::ln2 : 1;
}

PartValues scaled(const Family& family, const PartValues& values, double scale,
                  double epistemic_factor) {
  const double aleatoric = values.aleatoric * scale;
  const double epistemic = values.epistemic * scale * epistemic_factor;
  const bool is_sum = family.relation == Relation::additive;
  return {is_sum ? aleatoric + epistemic : values.total * scale, aleatoric, epistemic};
}

void store(Parts& parts, std::size_t place, const PartValues& values) {
  if (!parts.total.empty()) parts.total[place] = values.total;
  if (!parts.aleatoric.empty()) parts.aleatoric[place] = values.aleatoric;
  if (!parts.epistemic.empty()) parts.epistemic[place] = values.epistemic;
}

double epistemic_factor(const Measure& measure, const MeasureOptions& options,
                        const Predictions& predictions) {
  if (!options.corrected || !measure.family().correctable) return 1;
  if (predictions.has_equal_weights()) {
    const auto n_members = static_cast<double>(predictions.n_members());
    return n_members / (n_members - 1);
  }
  // 1 - sum w^2 without cancellation: 1 - w of the greatest weight is the sum of the others.
  std::vector<double> others(predictions.member_weights().begin(),
                             predictions.member_weights().end());
  const auto greatest = std::max_element(others.begin(), others.end());
  const double weight_of_greatest = *greatest;
  others.erase(greatest);
  std::vector<double> terms = {weight_of_greatest * sorted_sum(others)};
  for (const double weight : others) terms.push_back(weight * (1 - weight));
  const double kept = sorted_sum(terms);
  if (!(kept > 0)) {
    throw_usage(argument("corrected", "true") +
                " needs at least two members with a positive weight");
  }
  return 1 / kept;
}

}  // namespace detail
}  // namespace qualm
