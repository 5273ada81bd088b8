// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>

#include "error/choose.h"

namespace qualm::python {

/// The value whose name is `text`; throws usage, with the nearest name, if it is none.
template <class Value>
[[nodiscard]] Value choose(const char* argument, const std::string& text,
                           std::initializer_list<Value> values) {
  return values.begin()[choose_or_complain(fmt::format("{}='{}'", argument, text), text, values)];
}

}  // namespace qualm::python
