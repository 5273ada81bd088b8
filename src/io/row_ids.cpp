// SPDX-License-Identifier: Apache-2.0
#include "io/row_ids.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/csv_number.h"
#include "io/text.h"

namespace qualm::io {
namespace {

// Equal for equal texts, and for 7 and 7.0.
std::uint64_t hash_id(std::string_view id) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const TextNumber number = parse_number(id);
  if (number.state == NumberState::number && std::abs(number.value) < 0x1p53 &&
      number.value == std::floor(number.value)) {
    hash = static_cast<std::uint64_t>(static_cast<std::int64_t>(number.value));
  } else {
    for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  // Mixed, so that the sum of all hashes distinguishes sets.
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

}  // namespace

void RowIdColumns::watch(std::size_t column, const std::string& name) {
  watched_.push_back({column, name, Spool("column " + in_quotes(name))});
}

void RowIdColumns::add(std::span<const std::string_view> fields) {
  for (Watched& each : watched_) {
    const std::uint64_t hash = hash_id(fields[each.column]);
    each.hashes.append(std::as_bytes(std::span(&hash, 1)));
  }
}

std::vector<RowIds> RowIdColumns::finish() {
  std::vector<RowIds> ids;
  for (Watched& each : watched_) ids.push_back({each.name, each.hashes.finish()});
  return ids;
}

bool are_distinct(const RowIds& ids) {
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(ids.hashes->size()) /
                                    sizeof(std::uint64_t));
  ids.hashes->read(0, std::as_writable_bytes(std::span(hashes)));
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end();
}

RowIds hash_ids(const std::string& column, const std::vector<std::string>& ids) {
  RowIdColumns columns;
  columns.watch(0, column);
  for (const std::string_view id : ids) columns.add(std::span(&id, 1));
  return columns.finish().front();
}

}  // namespace qualm::io
