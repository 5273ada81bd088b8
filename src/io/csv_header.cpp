// SPDX-License-Identifier: Apache-2.0
#include "io/csv_header.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "io/csv_number.h"
#include "io/name_index.h"
#include "io/text.h"

namespace qualm::io {
namespace {

using HeaderFields = std::vector<std::string_view>;

bool are_whole_numbers(const HeaderFields& fields) {
  return std::all_of(fields.begin(), fields.end(),
                     [](std::string_view field) { return parse_integer(field).has_value(); });
}

std::optional<std::uint64_t> whole_number(std::string_view field) {
  const TextNumber number = parse_number(field);
  const bool is_whole = number.state == NumberState::number && number.value >= 0 &&
                        number.value < 0x1p32 && std::floor(number.value) == number.value;
  return is_whole ? std::optional(static_cast<std::uint64_t>(number.value)) : std::nullopt;
}

/// True for `first`, `first` + 1, ..., in any order or in this one.
bool count_from(const HeaderFields& fields, std::uint64_t first, bool in_any_order) {
  std::vector<bool> occurs(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::uint64_t place = whole_number(fields[i]).value_or(0) - first;
    if (!whole_number(fields[i]) || place >= fields.size() || occurs[place] ||
        (!in_any_order && place != i))
      return false;
    occurs[place] = true;
  }
  return true;
}

bool are_distinct(HeaderFields fields) {
  std::sort(fields.begin(), fields.end());
  return std::adjacent_find(fields.begin(), fields.end()) == fields.end();
}

/// True for names such as -1 and 1, 01 and 02, or 1.0 and 2.0: whole numbers, each its own, above
/// numbers with more decimals.
bool are_spelled_numbers(const HeaderFields& fields, const HeaderFields& below) {
  int decimals = 0, decimals_below = 0;
  for (const std::string_view field : fields) {
    const TextNumber number = parse_number(field);
    const bool is_whole = number.state == NumberState::number &&
                          std::floor(number.value) == number.value &&
                          field.find_first_of("eE") == std::string_view::npos;
    if (!is_whole) return false;
    decimals = std::max(decimals, number.decimals);
  }
  for (const std::string_view field : below) {
    decimals_below = std::max(decimals_below, parse_number(field).decimals);
  }
  return decimals < 2 && decimals_below > std::max(decimals, 1) && are_distinct(fields);
}

}  // namespace

bool looks_like_data(std::string_view field) {
  if (has_decimal_comma(field)) return true;
  const std::string_view word = field.substr(0, field.find(' '));
  return parse_number(word).state != NumberState::no_number && !parse_integer(word);
}

bool is_header(const HeaderFields& fields, const HeaderFields& below) {
  const bool any_is_data = std::any_of(below.begin(), below.end(), looks_like_data);
  const bool all_are_data = any_is_data && std::all_of(below.begin(), below.end(), looks_like_data);
  if (std::any_of(fields.begin(), fields.end(), looks_like_data)) {
    return fields.size() > 1 && all_are_data && are_spelled_numbers(fields, below);
  }
  if (!are_whole_numbers(fields)) return true;
  if (fields.size() < 2) return false;
  return (any_is_data && count_from(fields, 0, true)) || (all_are_data && are_distinct(fields));
}

bool names_columns(const HeaderFields& comment, std::size_t n_columns) {
  const auto is_word = [](std::string_view field) {
    return is_name(field) && !field.empty() && !looks_like_data(field) && !parse_integer(field);
  };
  return n_columns > 1 && comment.size() == n_columns && are_distinct(comment) &&
         std::all_of(comment.begin(), comment.end(), is_word);
}

bool may_be_header(const HeaderFields& fields) {
  return fields.size() > 1 && (count_from(fields, 0, false) || count_from(fields, 1, false));
}

}  // namespace qualm::io
