// SPDX-License-Identifier: Apache-2.0
#include "io/same_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t block = 4096;

std::span<const std::uint64_t> read_block(const RowIds& ids, std::size_t first,
                                          std::array<std::uint64_t, block>& buffer) {
  const std::size_t n =
      std::min<std::size_t>(block, ids.hashes->size() / sizeof(buffer[0]) - first);
  ids.hashes->read(first * sizeof(buffer[0]), std::as_writable_bytes(std::span(buffer).first(n)));
  return std::span(buffer).first(n);
}

struct Difference {
  std::optional<std::size_t> row;  // the first that differs
  bool same_set = true;
};

// Both have as many rows.
Difference compare(const RowIds& these, const RowIds& others) {
  std::array<std::uint64_t, block> a{}, b{};
  std::uint64_t sum = 0;  // of the differences: 0 for the same IDs in any order
  Difference difference;
  for (std::size_t first = 0; first < these.hashes->size() / sizeof(sum); first += block) {
    const auto x = read_block(these, first, a), y = read_block(others, first, b);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != y[i] && !difference.row) difference.row = first + i;
      sum += x[i] - y[i];
    }
  }
  difference.same_set = sum == 0;
  return difference;
}

bool counts_from(std::size_t first, const RowIds& ids) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < ids.hashes->size() / sizeof(std::uint64_t); ++i) {
    numbers.push_back(std::to_string(first + i));
  }
  return !compare(ids, hash_ids(ids.column, numbers)).row;
}

bool is_default_index(const RowIds& ids) {
  return counts_from(0, ids);
}

std::string called(const RowIds& ids) {
  return ids.column.empty() ? "without a name" : in_quotes(ids.column);
}

void check_same(const RowIds& ids, const RowsOf& these, const RowIds& other_ids,
                const RowsOf& others) {
  if (ids.hashes->size() != other_ids.hashes->size()) return;  // others say so
  const Difference difference = compare(ids, other_ids);
  if (!difference.row) return;
  if (!difference.same_set && (is_default_index(ids) || is_default_index(other_ids))) return;
  throw_data(fmt::format("{}: row {} is not the same as in {}, according to their columns {}: {}",
                         these.label, *difference.row, others.label, called(ids),
                         difference.same_set
                             ? "they have the same rows in another order; sort both by that column"
                             : "give the same rows, sorted by that column"));
}

}  // namespace

void check_same_rows(const RowsOf& these, const RowsOf& others) {
  for (const RowIds& ids : these.ids) {
    for (const RowIds& other_ids : others.ids) {
      if (ids.column == other_ids.column) check_same(ids, these, other_ids, others);
    }
  }
}

std::vector<std::string> note_not_compared(const RowsOf& these, const std::vector<RowsOf>& others,
                                           std::string_view reason) {
  std::vector<std::string> notes;
  for (const RowIds& ids : these.ids) {
    const bool is_compared = std::any_of(others.begin(), others.end(), [&](const RowsOf& each) {
      return std::any_of(each.ids.begin(), each.ids.end(),
                         [&](const RowIds& other) { return other.column == ids.column; });
    });
    if (is_compared || counts_from(0, ids) || counts_from(1, ids)) continue;
    notes.push_back(
        fmt::format("{}: the column {} was not used to match rows, because {}: rows are matched "
                    "by their order",
                    these.label, called(ids), reason));
  }
  return notes;
}

}  // namespace qualm::io
