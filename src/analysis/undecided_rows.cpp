// SPDX-License-Identifier: Apache-2.0
#include "analysis/undecided_rows.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <sstream>
#include <utility>

namespace qualm {
namespace {

/// One line per value; none of its texts has a tab or a line end.
std::string line_of(const Undecided& value) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", value.name, value.what, value.unit, value.row,
                     std::bit_cast<std::uint64_t>(value.low),
                     std::bit_cast<std::uint64_t>(value.high));
}

Undecided read_line(const std::string& line) {
  std::istringstream fields(line);
  Undecided value;
  std::uint64_t low = 0, high = 0;
  std::getline(fields, value.name, '\t');
  std::getline(fields, value.what, '\t');
  std::getline(fields, value.unit, '\t');
  fields >> value.row >> low >> high;
  value.low = std::bit_cast<double>(low);
  value.high = std::bit_cast<double>(high);
  return value;
}

}  // namespace

void UndecidedRows::add_up(Group& group) {
  std::string own;
  for (const auto& [name, rows] : rows_) {
    for (const auto& [row, value] : rows) own += line_of(value);
  }
  const std::vector<std::string> all = group.gather(std::move(own));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    std::istringstream lines(all[rank]);
    for (std::string line; std::getline(lines, line);) add(read_line(line));
  }
}

void UndecidedRows::add(const Undecided& value) {
  const std::lock_guard lock(mutex_);
  rows_[value.name].emplace(value.row, value);
}

std::vector<std::string> UndecidedRows::notes() const {
  std::vector<std::string> notes;
  for (const auto& [name, rows] : rows_) {
    const Undecided& first = rows.begin()->second;
    notes.push_back(
        fmt::format("{} is NaN in {} {}, where the exact search was stopped; in row {} {} is "
                    "between {:.12g} and {:.12g} {}",
                    name, rows.size(), rows.size() == 1 ? "row" : "rows", first.row, first.what,
                    first.low, first.high, first.unit));
  }
  return notes;
}

}  // namespace qualm
