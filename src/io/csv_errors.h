// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/csv_layout.h"

namespace qualm::io {

/// Why `field` is not a number, or is one too large, and what to do; "line 7, column 3 (cat): ...".
[[noreturn]] void throw_bad_number(const std::string& place, const CsvLayout& layout,
                                   std::size_t column, std::string_view field);
/// Throws data, with both counts, for a row that has not as many fields as the first.
[[noreturn]] void throw_ragged(const std::string& place, const CsvLayout& layout,
                               const std::vector<std::string_view>& fields);

}  // namespace qualm::io
