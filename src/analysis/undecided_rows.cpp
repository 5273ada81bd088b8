// SPDX-License-Identifier: Apache-2.0
#include "analysis/undecided_rows.h"

#include <fmt/format.h>

namespace qualm {

void UndecidedRows::add(const Undecided& value) {
  const std::lock_guard lock(mutex_);
  rows_[value.name].emplace(value.row, value);
}

std::vector<std::string> UndecidedRows::notes() const {
  std::vector<std::string> notes;
  for (const auto& [name, rows] : rows_) {
    const Undecided& first = rows.begin()->second;
    notes.push_back(
        fmt::format("{} is NaN in {} {}, where the exact search was cut off; in row {} "
                    "{} is from {:.12g} to {:.12g} {}",
                    name, rows.size(), rows.size() == 1 ? "row" : "rows", first.row, first.what,
                    first.low, first.high, first.unit));
  }
  return notes;
}

}  // namespace qualm
