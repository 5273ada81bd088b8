// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "array/sorted_sum.h"
#include "measures/scale.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

template <class Term>
double mean_over(const Members& members, const Term& term) {
  std::vector<double> terms(members.n_members);
  for (std::size_t m = 0; m < terms.size(); ++m) terms[m] = members.weights[m] * term(m);
  return sorted_sum(terms);
}

bool are_equal(const Members& members) {
  return std::all_of(members.differences,
                     members.differences + members.n_members * members.n_classes,
                     [](double difference) { return difference == 0; });
}

}  // namespace

PartValues measure_members(const Measure& measure, const Members& members) {
  const Family& family = measure.family();
  const Arguments arguments = measure.arguments();
  if (family.of_members) return family.of_members(members, arguments);
  PartValues parts;
  parts.aleatoric = mean_over(
      members, [&](std::size_t m) { return family.entropy(members.point(m), arguments); });
  if (family.divergence) {
    parts.epistemic = mean_over(members, [&](std::size_t m) {
      return family.divergence(members.mean, members.point(m), members.difference(m), arguments);
    });
    parts.total = parts.aleatoric + parts.epistemic;
  } else {
    parts.total = are_equal(members) ? parts.aleatoric : family.entropy(members.mean, arguments);
    parts.epistemic = parts.total - parts.aleatoric;
  }
  return parts;
}

MemberMeasurer::MemberMeasurer(const Predictions& predictions, const MeasureOptions& options,
                               Measures& result, bool (*is_mine)(const Family&))
    : predictions_(predictions) {
  for (FamilyResult& values : result.families) {
    if (!is_mine(values.measure.family())) continue;
    tasks_.push_back(
        {&values, scale_of(values.measure, options, predictions.n_classes(), Logarithm::natural),
         epistemic_factor(values.measure, options, predictions)});
  }
  if (tasks_.empty()) return;
  points_.resize(predictions.n_members() * predictions.n_classes());
  differences_.resize(points_.size());
  mean_.resize(predictions.n_classes());
  terms_.resize(predictions.n_members());
}

void MemberMeasurer::read_members(std::size_t instance) {
  const std::size_t n_classes = mean_.size(), n_members = terms_.size();
  for (std::size_t m = 0; m < n_members; ++m) {
    member_probabilities(predictions_, instance, m,
                         std::span(points_).subspan(m * n_classes, n_classes));
  }
  // What is averaged are differences to the smallest: none for equal members.
  for (std::size_t k = 0; k < n_classes; ++k) {
    double least = points_[k];
    for (std::size_t m = 1; m < n_members; ++m) {
      least = std::min(least, points_[m * n_classes + k]);
    }
    for (std::size_t m = 0; m < n_members; ++m) {
      terms_[m] = predictions_.member_weights()[m] * (points_[m * n_classes + k] - least);
    }
    const double shift = sorted_sum(terms_);
    mean_[k] = least + shift;
    for (std::size_t m = 0; m < n_members; ++m) {
      differences_[m * n_classes + k] = (points_[m * n_classes + k] - least) - shift;
    }
  }
}

void MemberMeasurer::store(const Task& task, std::size_t instance) {
  const Measure& measure = task.result->measure;
  const PartValues parts =
      measure_members(measure, {terms_.size(), mean_.size(), points_.data(), differences_.data(),
                                predictions_.member_weights(), mean_});
  if (!std::isfinite(parts.total + parts.aleatoric + parts.epistemic)) {
    throw_data(fmt::format("measure '{}' gives total {}, aleatoric {}, epistemic {} for row {}",
                           measure.name(), parts.total, parts.aleatoric, parts.epistemic,
                           predictions_.options().origin.first_row + instance));
  }
  const double aleatoric = parts.aleatoric * task.scale;
  const double epistemic = parts.epistemic * task.scale * task.epistemic_factor;
  Parts& into = task.result->parts;
  into.aleatoric[instance] = aleatoric;
  into.epistemic[instance] = epistemic;
  into.total[instance] =
      measure.family().additive ? aleatoric + epistemic : parts.total * task.scale;
}

void MemberMeasurer::operator()(std::size_t instance) {
  if (tasks_.empty()) return;
  read_members(instance);
  for (const Task& task : tasks_) store(task, instance);
}

}  // namespace qualm::detail
