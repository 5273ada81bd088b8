// SPDX-License-Identifier: Apache-2.0
#include "analysis/undecided_rows.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

namespace qualm {

void UndecidedRows::add(const Undecided& value) {
  const std::lock_guard lock(mutex_);
  rows_[value.name].emplace(value.row, value);
}

void UndecidedRows::add_up(Group& group) {
  if (group.is_alone()) return;
  std::string own;
  for (const auto& [name, rows] : rows_) {
    for (const auto& [row, value] : rows) {
      own += fmt::format("{}\n{}\n{}\n{} {:.17g} {:.17g}\n", name, value.what, value.unit, row,
                         value.low, value.high);
    }
  }
  for (const std::string& text : group.gather(std::move(own))) {
    std::istringstream lines(text);
    Undecided value;
    while (std::getline(lines, value.name)) {
      std::getline(lines, value.what);
      std::getline(lines, value.unit);
      lines >> value.row >> value.low >> value.high;
      lines.ignore(1);
      add(value);
    }
  }
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
