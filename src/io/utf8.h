// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::io {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0: invalid
};

/// Of a text that is not empty. Surrogates and overlong forms are invalid.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

[[nodiscard]] std::string encode_utf8(std::u32string_view code_points);

/// Columns that it takes in a terminal: two for East Asian wide ones and pictographs, none for
/// combining marks and what cannot be seen, but one for each ASCII character.
[[nodiscard]] std::size_t column_width(char32_t c);

}  // namespace qualm::io
