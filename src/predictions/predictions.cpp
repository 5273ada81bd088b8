// SPDX-License-Identifier: Apache-2.0
#include "qualm/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "array/sorted_sum.h"
#include "predictions/place.h"
#include "qualm/error.h"

namespace qualm {
namespace {

// The array as (n, m, k): the missing axis is put where it belongs.
ArrayView with_three_axes(ArrayView array, const PredictionOptions& options) {
  const std::size_t n_axes = array.n_axes();
  const bool three_allowed = options.input == Input::probs || options.input == Input::logits;
  if (n_axes != 2 && !(n_axes == 3 && three_allowed)) {
    throw_data(detail::file_prefix(options.origin) + "input " + std::string(name(options.input)) +
               " has " + (three_allowed ? "2 or 3 axes" : "2 axes") + ", this array has " +
               std::to_string(n_axes) + " (" + shape_text(array.shape) + ")");
  }
  if (n_axes == 2) {
    const std::ptrdiff_t at = options.input == Input::votes ? 2 : 1;
    array.shape.insert(array.shape.begin() + at, 1);
    array.strides.insert(array.strides.begin() + at, 0);
  }
  return array;
}

std::size_t highest_label(const ArrayView& votes, const std::string& prefix,
                          std::size_t first_row) {
  // One vote decides how much memory every row takes: beyond this, somebody must say so.
  constexpr double most = 65535;
  double highest = 0;
  for (std::size_t i = 0; i < votes.shape[0]; ++i) {
    for (std::size_t m = 0; m < votes.shape[1]; ++m) {
      const double label = votes.at(std::array{i, m, std::size_t{0}});
      if (label > most && std::isfinite(label)) {
        throw_data(
            fmt::format("{}row {}, member {}: the vote {} would make more than {} classes; set {} "
                        "if there are that many",
                        prefix, first_row + i, m, label, most + 1, argument("n_classes")));
      }
      if (label > highest && label <= most) highest = label;
    }
  }
  return static_cast<std::size_t>(highest);
}

std::vector<double> normalized_weights(const std::vector<double>& given, std::size_t n_members) {
  if (given.empty()) {
    return std::vector<double>(n_members, 1.0 / static_cast<double>(n_members));
  }
  if (given.size() != n_members) {
    throw_usage(argument("member_weights") + " has " + std::to_string(given.size()) +
                " numbers, but there are " + std::to_string(n_members) +
                " members: give one per member");
  }
  for (std::size_t m = 0; m < given.size(); ++m) {
    if (!(given[m] >= 0) || std::isinf(given[m])) {
      throw_usage(argument("member_weights") + ": weight " + std::to_string(given[m]) +
                  " of member " + std::to_string(m) + " is not a finite number >= 0");
    }
  }
  std::vector<double> weights = given;
  const double sum = sorted_sum(weights);
  if (!(sum > 0) || std::isinf(sum)) {
    throw_usage(argument("member_weights") + ": the weights sum to " + std::to_string(sum) +
                ": at least one must be positive");
  }
  weights = given;
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

Predictions::Predictions(ArrayView array, PredictionOptions options)
    : array_(with_three_axes(std::move(array), options)), options_(std::move(options)) {
  const std::string prefix = detail::file_prefix(options_.origin);
  for (const std::size_t length : array_.shape) {
    if (length == 0) throw_data(prefix + "the array is empty (" + shape_text(array_.shape) + ")");
  }
  const bool wants_floats = options_.input == Input::probs || options_.input == Input::logits;
  const bool may_be_bfloat16 = array_.dtype == DType::i16 || array_.dtype == DType::u16;
  if (wants_floats && !is_floating(array_.dtype)) {
    throw_data(
        prefix + std::string(name(options_.input)) + " are floating-point numbers, these are " +
        std::string(name(array_.dtype)) +
        (array_.shape[1] > 1 ? ": convert them, a.astype(\"float32\")"
                             : ": use " + argument("input", "votes") + " for hard labels or " +
                                   argument("input", "counts") + " for evidence") +
        (may_be_bfloat16 ? "; if these are the bits of bfloat16, save x.float().numpy()" : ""));
  }
  n_classes_ = array_.shape[2];
  if (options_.input == Input::votes) {
    detail::check_n_classes(options_.n_classes);
    n_classes_ = options_.n_classes != 0
                     ? options_.n_classes
                     : std::max<std::size_t>(
                           2, highest_label(array_, prefix, options_.origin.first_row) + 1);
  }
  if (n_classes_ < 2) {
    throw_data(prefix +
               "there is only one class: the class axis has length 1; for the probability p " +
               "of one of two classes store p and 1 - p");
  }
  if (is_dirichlet()) {
    if (!options_.member_weights.empty()) {
      throw_usage(argument("member_weights") + " needs members: a Dirichlet distribution has none");
    }
    return;
  }
  n_members_ = array_.shape[1];
  weights_ = normalized_weights(options_.member_weights, n_members_);
}

double Predictions::tolerance_of(std::size_t member) const noexcept {
  if (member < options_.member_tolerances.size()) return options_.member_tolerances[member];
  return options_.row_sum_tolerance > 0 ? options_.row_sum_tolerance
                                        : row_sum_tolerance(array_.dtype, n_classes_);
}

bool Predictions::is_dirichlet() const noexcept {
  return options_.input == Input::dirichlet || options_.input == Input::counts;
}

}  // namespace qualm
