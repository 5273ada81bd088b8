// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/infinite_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace qualm {
namespace {

// In how many rows any of the columns is infinite; columns without values say nothing.
std::size_t n_infinite(std::size_t n_rows, const std::vector<std::span<const double>>& columns) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < n_rows; ++i) {
    n += std::any_of(columns.begin(), columns.end(), [i](std::span<const double> column) {
      return !column.empty() && std::isinf(column[i]);
    });
  }
  return n;
}

}  // namespace

std::string note_on_infinite_rows(std::string_view name, std::size_t count) {
  return fmt::format("{} is infinite in {} {}: a member gives probability 0 where another does not",
                     name, count, count == 1 ? "row" : "rows");
}

void InfiniteRows::count(const std::string& name, std::size_t n_rows) {
  const auto known = std::find_if(counts_.begin(), counts_.end(),
                                  [&](const auto& each) { return each.first == name; });
  if (known == counts_.end()) {
    counts_.emplace_back(name, n_rows);
  } else {
    known->second += n_rows;
  }
}

void InfiniteRows::add(const Measures& measures) {
  for (const FamilyResult& result : measures.families) {
    const std::string& name = result.measure.name();
    if (result.measure.family().unbounded) {
      const Parts& parts = result.parts;
      count(name, n_infinite(measures.n_instances, {parts.total, parts.epistemic}));
    }
    for (const ExtraResult& each : result.extras) {
      count(fmt::format("{}.{}", name, each.name), n_infinite(measures.n_instances, {each.values}));
    }
  }
}

void InfiniteRows::add(const ScoreTable& table) {
  for (std::size_t score = 0; score < table.names.size(); ++score) {
    std::vector<std::span<const double>> runs;
    for (const RunScores& run : table.runs) runs.emplace_back(run.columns[score]);
    count(table.names[score], n_infinite(table.n_rows, runs));
  }
}

void InfiniteRows::add_up(Group& group) {
  std::vector<std::uint64_t> own(static_cast<std::size_t>(
      group.all({counts_.size()}).front().front()));  // a process without rows has seen no name
  for (std::size_t i = 0; i < counts_.size(); ++i) own[i] = counts_[i].second;
  const std::vector<std::uint64_t> sums = group.sums(own);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].second = static_cast<std::size_t>(sums[i]);
  }
}

std::vector<std::string> InfiniteRows::notes() const {
  std::vector<std::string> notes;
  for (const auto& [name, n_rows] : counts_) {
    if (n_rows > 0) notes.push_back(note_on_infinite_rows(name, n_rows));
  }
  return notes;
}

}  // namespace qualm
