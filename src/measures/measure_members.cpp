// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "array/sorted_sum.h"
#include "measures/mean_over_members.h"
#include "measures/scale.h"
#include "measures/undecided.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

bool are_equal(const Members& members) {
  return std::all_of(members.differences,
                     members.differences + members.n_members * members.n_classes,
                     [](double difference) { return difference == 0; });
}

bool is_number(double value, bool may_be_infinite) {
  return std::isfinite(value) || (may_be_infinite && value > 0);
}

// 1 - p. Of probabilities that were made to sum to one, the digits of the greatest class's are in
// the others. `room`: K places to work in.
void fill_rest(Point p, bool sums_to_one, std::span<double> rest, std::span<double> room) {
  for (std::size_t k = 0; k < p.size(); ++k) rest[k] = 1 - p[k];
  const auto best = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
  if (!sums_to_one || p[best] <= 0.5) return;
  std::copy(p.begin(), p.end(), room.begin());
  room[best] = 0;
  rest[best] = sorted_sum(room);
}

}  // namespace

PartValues measure_members(const Measure& measure, const Members& members,
                           std::span<double> terms) {
  const Family& family = measure.family();
  const Arguments arguments = measure.arguments();
  if (family.of_members) return family.of_members(members, arguments);
  PartValues parts;
  parts.aleatoric = mean_over_members(members, terms, [&](std::size_t m) {
    return family.entropy(members.point(m), members.rest(m), arguments);
  });
  if (family.divergence) {
    parts.epistemic = mean_over_members(members, terms, [&](std::size_t m) {
      return family.divergence(members.mean, members.point(m), members.difference(m), arguments);
    });
    parts.total = parts.aleatoric + parts.epistemic;
  } else {
    parts.total = are_equal(members) ? parts.aleatoric
                                     : family.entropy(members.mean, members.mean_rest, arguments);
    parts.epistemic = parts.total - parts.aleatoric;
  }
  return parts;
}

MemberMeasurer::MemberMeasurer(const Predictions& predictions, const MeasureOptions& options,
                               Measures& result, bool (*is_mine)(const Family&))
    : predictions_(predictions), undecided_(options.undecided) {
  const std::size_t n_members = predictions.n_members(), n_classes = predictions.n_classes();
  for (FamilyResult& values : result.families) {
    const Family& family = values.measure.family();
    if (!is_mine(family) && values.extras.empty()) continue;
    Task task{&values,
              scale_of(values.measure, options, n_classes, Logarithm::natural),
              epistemic_factor(values.measure, options, predictions),
              is_mine(family),
              {}};
    for (const ExtraResult& each : values.extras) {
      task.extra_scales.push_back(scale_of(*family.extra(each.name), options, n_classes));
    }
    tasks_.push_back(std::move(task));
  }
  if (tasks_.empty()) return;
  for (std::vector<double>* each : {&points_, &differences_, &rests_}) {
    each->resize(n_members * n_classes);
  }
  for (std::vector<double>* each : {&mean_, &mean_rest_, &least_, &shift_}) each->resize(n_classes);
  terms_.resize(n_members);
  members_ = {n_members,      n_classes,
              points_.data(), differences_.data(),
              rests_.data(),  predictions.member_weights(),
              mean_,          mean_rest_};
}

void MemberMeasurer::read_members(std::size_t instance) {
  const std::size_t n_classes = mean_.size();
  for (std::size_t m = 0; m < terms_.size(); ++m) {
    const auto place = [&](std::vector<double>& of) {
      return std::span(of).subspan(m * n_classes, n_classes);
    };
    const bool sums_to_one = member_probabilities(predictions_, instance, m, place(points_));
    // What rounding raised above one counts as one, as in the kernels.
    for (double& p : place(points_)) p = std::min(p, 1.0);
    fill_rest(place(points_), sums_to_one, place(rests_), mean_);
  }
  average_classes();
}

// What is averaged are differences to the smallest: none for equal members. Row by row where that
// can be, which compilers turn into vectors.
void MemberMeasurer::average_classes() {
  const std::size_t n_classes = mean_.size(), n_members = terms_.size();
  std::fill(least_.begin(), least_.end(), std::numeric_limits<double>::infinity());
  for (std::size_t m = 0; m < n_members; ++m) {
    if (!(members_.weights[m] > 0)) continue;
    const double* row = points_.data() + m * n_classes;
    for (std::size_t k = 0; k < n_classes; ++k) least_[k] = std::min(least_[k], row[k]);
  }
  for (std::size_t k = 0; k < n_classes; ++k) {
    for (std::size_t m = 0; m < n_members; ++m) {
      terms_[m] = members_.weights[m] * (points_[m * n_classes + k] - least_[k]);
    }
    shift_[k] = sorted_sum(terms_);
    mean_[k] = least_[k] + shift_[k];
    mean_rest_[k] = 1 - mean_[k];
  }
  for (std::size_t m = 0; m < n_members; ++m) {
    const double* row = points_.data() + m * n_classes;
    double* into = differences_.data() + m * n_classes;
    for (std::size_t k = 0; k < n_classes; ++k) into[k] = (row[k] - least_[k]) - shift_[k];
  }
  for (std::size_t k = 0; k < n_classes; ++k) {
    if (least_[k] > 0.5) average_near_one(k);
  }
}

// A class that all members give more than one half: by the rests, which have more digits.
void MemberMeasurer::average_near_one(std::size_t k) {
  const std::size_t n_classes = mean_.size(), n_members = terms_.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t m = 0; m < n_members; ++m) {
    if (members_.weights[m] > 0) least = std::min(least, rests_[m * n_classes + k]);
  }
  for (std::size_t m = 0; m < n_members; ++m) {
    terms_[m] = members_.weights[m] * (rests_[m * n_classes + k] - least);
  }
  const double shift = sorted_sum(terms_);
  mean_rest_[k] = least + shift;
  mean_[k] = 1 - mean_rest_[k];
  for (std::size_t m = 0; m < n_members; ++m) {
    differences_[m * n_classes + k] = -((rests_[m * n_classes + k] - least) - shift);
  }
}

// What a measure of ours cannot do is said of the row. Empty: the value is undecided, and that was
// told.
template <class Call>
auto MemberMeasurer::in_row(const Asked& asked, const Call& call) const
    -> std::optional<decltype(call())> {
  const auto name = [&] {
    return fmt::format("{}{}{}", asked.measure, asked.extra.empty() ? "" : ".", asked.extra);
  };
  try {
    return call();
  } catch (const UndecidedValue& value) {
    if (!undecided_) {
      throw_data(fmt::format(
          "row {}: the exact search of {} was stopped, {}: leave it out, or merge classes",
          asked.row, name(), value.what()));
    }
    undecided_({name(), value.of, asked.row, value.low * asked.scale, value.high * asked.scale,
                std::string(asked.unit)});
    return std::nullopt;
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("row {}: {}", asked.row, error.what()));
  }
}

void MemberMeasurer::store_parts(const Task& task, std::size_t instance) {
  const Measure& measure = task.result->measure;
  const std::size_t row = predictions_.options().origin.first_row + instance;
  const std::optional<PartValues> parts =
      in_row({measure.name(), "", task.result->unit, task.scale, row},
             [&] { return measure_members(measure, members_, terms_); });
  if (!parts) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    store(task.result->parts, instance, {nan, nan, nan});
    return;
  }
  if (!is_number(parts->total, measure.family().unbounded) || !std::isfinite(parts->aleatoric) ||
      !is_number(parts->epistemic, measure.family().unbounded)) {
    throw_data(fmt::format("measure '{}' gives total {}, aleatoric {}, epistemic {} for row {}",
                           measure.name(), parts->total, parts->aleatoric, parts->epistemic, row));
  }
  store(task.result->parts, instance,
        scaled(measure.family(), *parts, task.scale, task.epistemic_factor));
}

void MemberMeasurer::store_extras(const Task& task, std::size_t instance) {
  const Measure& measure = task.result->measure;
  const std::size_t row = predictions_.options().origin.first_row + instance;
  for (std::size_t i = 0; i < task.extra_scales.size(); ++i) {
    ExtraResult& into = task.result->extras[i];
    const Extra& extra = *measure.family().extra(into.name);
    const std::optional<double> value =
        in_row({measure.name(), into.name, into.unit, task.extra_scales[i], row},
               [&] { return extra.of_members(members_, measure.arguments()); });
    if (value && !is_number(*value, extra.unbounded)) {
      throw_data(fmt::format("measure '{}' gives {} {} for row {}", measure.name(), into.name,
                             *value, row));
    }
    into.values[instance] =
        value ? *value * task.extra_scales[i] : std::numeric_limits<double>::quiet_NaN();
  }
}

void MemberMeasurer::operator()(std::size_t instance) {
  if (tasks_.empty()) return;
  read_members(instance);
  for (const Task& task : tasks_) {
    if (task.wants_parts) store_parts(task, instance);
    store_extras(task, instance);
  }
}

}  // namespace qualm::detail
