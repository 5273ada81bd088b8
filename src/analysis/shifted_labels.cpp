// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/shifted_labels.h"

#include <fmt/format.h>

#include "qualm/error.h"

namespace qualm {

void ShiftedLabels::add(const ScoreTable& table, std::span<const std::uint32_t> labels) {
  if (labels.empty()) return;
  n_rows_ += table.n_rows;
  for (std::size_t i = 0; i < table.n_rows; ++i) {
    const std::uint32_t predicted = table.runs.front().predicted[i];
    n_same_ += predicted == labels[i];
    n_below_ += predicted + 1 == labels[i];
    n_above_ += predicted == labels[i] + 1;
  }
}

void ShiftedLabels::add_up(Group& group) {
  const std::vector<std::uint64_t> sums = group.sums({n_rows_, n_same_, n_below_, n_above_});
  n_rows_ = sums[0];
  n_same_ = sums[1];
  n_below_ = sums[2];
  n_above_ = sums[3];
}

std::vector<std::string> ShiftedLabels::notes() const {
  constexpr std::uint64_t fewest_rows = 20;
  const bool is_below = n_below_ > n_above_;
  const std::uint64_t n_shifted = is_below ? n_below_ : n_above_;
  if (n_rows_ < fewest_rows || 2 * n_shifted < n_rows_ || 2 * n_same_ > n_shifted) return {};
  return {fmt::format(
      "{}: {} of {} predictions agree with the label, {} with the label {} 1: {}",
      argument("labels"), n_same_, n_rows_, n_shifted, is_below ? "minus" : "plus",
      is_below ? "classes are counted from 0; if the labels are counted from 1, subtract 1"
               : "do the labels leave out class 0 of the predictions?")};
}

}  // namespace qualm
