// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "qualm/error.h"

namespace qualm::python {

/// The value whose name is `text`; throws usage, with those there are, if it is none.
template <class Value>
[[nodiscard]] Value choose(const char* option, const std::string& text,
                           std::initializer_list<Value> values) {
  std::vector<std::string_view> names;
  for (const Value value : values) {
    names.push_back(name(value));
    if (names.back() == text) return value;
  }
  throw_usage(fmt::format("{}='{}' is none of {}", option, text, fmt::join(names, ", ")));
}

}  // namespace qualm::python
