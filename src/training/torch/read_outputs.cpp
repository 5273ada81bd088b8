// SPDX-License-Identifier: Apache-2.0
#include "training/torch/read_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "qualm/error.h"

namespace qualm::training {
namespace {

constexpr double below_zero = 1e-6;    ///< what rounding leaves of 1 - (1 - p)
constexpr double certain_sum = 1e-3;   ///< rounding to half precision
constexpr double possible_sum = 0.02;  ///< rounding to two digits
constexpr double exact_sum = 1e-6;     ///< rounding to single precision

double sum_of(std::span<const double> row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

/// Calls see(instance, row) for all rows.
template <typename See>
void for_rows(const RawOutputs& outputs, const See& see) {
  for (std::size_t i = 0; i < outputs.n_rows; ++i) {
    for (std::size_t s = 0; s < outputs.n_samples; ++s) see(i, outputs.row(i, s));
  }
}

[[noreturn]] void refuse(const RawOutputs& outputs, std::size_t row, const std::string& what) {
  throw_data(fmt::format("{}: the outputs for row {} {}", outputs.path, row, what));
}

OutputKind decide(const RawOutputs& outputs) {
  std::optional<std::size_t> off;
  double sum_there = 1;
  bool are_between_0_and_1 = true;
  for_rows(outputs, [&](std::size_t i, std::span<const double> row) {
    const auto [least, greatest] = std::minmax_element(row.begin(), row.end());
    if (*least < -below_zero || *greatest > 1 + certain_sum) are_between_0_and_1 = false;
    if (off || std::abs(sum_of(row) - 1) <= certain_sum) return;
    off = i;
    sum_there = sum_of(row);
  });
  if (!are_between_0_and_1) return OutputKind::logits;
  if (!off) return OutputKind::probs;
  refuse(outputs, *off,
         fmt::format("are between 0 and 1, as those of all rows, but sum to {:.6g}: say what they "
                     "are by {} or {}",
                     sum_there, argument("outputs", "probs"), argument("outputs", "logits")));
}

void take_softmax(std::span<double> row) {
  const double greatest = *std::max_element(row.begin(), row.end());
  for (double& value : row) value = std::exp(value - greatest);
  const double sum = sum_of(row);
  for (double& value : row) value /= sum;
}

/// Returns whether the row was rescaled.
bool take_probabilities(const RawOutputs& outputs, std::size_t i, std::span<double> row) {
  const double least = *std::min_element(row.begin(), row.end());
  if (least < -below_zero) {
    refuse(outputs, i,
           fmt::format("have a negative number, {:.6g}: if they are logits, use {}", least,
                       argument("outputs", "logits")));
  }
  for (double& value : row) value = std::max(0.0, value);
  const double sum = sum_of(row);
  if (std::abs(sum - 1) > possible_sum) {
    refuse(outputs, i,
           fmt::format("sum to {:.6g}, not 1: if they are logits, use {}", sum,
                       argument("outputs", "logits")));
  }
  if (std::abs(sum - 1) <= exact_sum) return false;
  for (double& value : row) value /= sum;
  return true;
}

}  // namespace

ReadOutputs read_outputs(const RawOutputs& outputs, OutputKind kind) {
  ReadOutputs result{kind == OutputKind::automatic ? decide(outputs) : kind};
  for_rows(outputs, [&](std::size_t i, std::span<double> row) {
    if (result.kind == OutputKind::logits) {
      take_softmax(row);
    } else if (take_probabilities(outputs, i, row)) {
      ++result.n_rescaled;
    }
  });
  return result;
}

void check_samples_differ(const RawOutputs& outputs) {
  for (std::size_t i = 0; i < outputs.n_rows; ++i) {
    const std::span<const double> first = outputs.row(i, 0);
    for (std::size_t s = 1; s < outputs.n_samples; ++s) {
      if (!std::equal(first.begin(), first.end(), outputs.row(i, s).begin())) return;
    }
  }
  throw_data(
      fmt::format("{}: its {} passes are equal, so dropout is not active in it: export it with "
                  "torch.jit.script, because torch.jit.trace leaves dropout out of a model that is "
                  "in evaluation mode",
                  outputs.path, outputs.n_samples));
}

}  // namespace qualm::training
