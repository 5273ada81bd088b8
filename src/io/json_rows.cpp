// SPDX-License-Identifier: Apache-2.0
#include "io/json_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {

// The first line is read twice: for its names, then for its values.
bool JsonRows::next() {
  if (is_first_) {
    is_first_ = false;
    if (!lines_.next()) return false;
    read_names();
    return true;
  }
  if (has_first_) {
    has_first_ = false;
    lines_.again();
  } else if (!lines_.next()) {
    return false;
  }
  read_values();
  return true;
}

void JsonRows::read_names() {
  JsonScanner& json = lines_.json();
  json.expect('{');
  if (!json.take('}')) {
    do {
      names_.emplace_back(json.text());
      json.expect(':');
      static_cast<void>(json.value());
    } while (json.take(','));
    json.expect('}');
  }
  json.expect_end();
  if (names_.empty()) json.fail("is an object without keys");
  fields_.assign(names_.begin(), names_.end());
  has_first_ = true;
}

std::size_t JsonRows::find(std::string_view key, std::size_t expected) const {
  if (expected < names_.size() && names_[expected] == key) return expected;
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), key) - names_.begin());
}

void JsonRows::read_values() {
  JsonScanner& json = lines_.json();
  fields_.assign(names_.size(), {});
  seen_.assign(names_.size(), false);
  json.expect('{');
  std::size_t n_keys = 0;
  if (!json.take('}')) {
    do {
      const std::string_view key = json.text();
      const std::size_t column = find(key, n_keys++);
      if (column == names_.size()) {
        json.fail(fmt::format(
            "has a key {} that the first line does not have; all lines need the same keys",
            in_quotes(key)));
      }
      if (seen_[column]) json.fail(fmt::format("has the key {} twice", in_quotes(key)));
      seen_[column] = true;
      json.expect(':');
      if (json.peek() == '"') {
        fields_[column] = json.text();
      } else if (const std::string_view value = json.value(); value != "null") {
        fields_[column] = value;  // null is an empty field, as a .csv has it
      }
    } while (json.take(','));
    json.expect('}');
  }
  json.expect_end();
  if (n_keys == names_.size()) return;
  const auto missing = std::find(seen_.begin(), seen_.end(), false) - seen_.begin();
  json.fail(fmt::format("has no key {} though the first line has it",
                        in_quotes(names_[static_cast<std::size_t>(missing)])));
}

}  // namespace qualm::io
