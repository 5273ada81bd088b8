// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm::io {

enum class NumberState { number, no_number, too_large };

/// The number at the start of a text.
struct TextNumber {
  NumberState state = NumberState::no_number;
  double value = 0;
  int decimals = 0;           ///< digits behind the point; 1.5e-07 has 8
  const char* end = nullptr;  ///< behind the number
};

/// Reads as far as the text is a number, whatever the locale: 1, +.5, 1e-7, nan, inf. What is too
/// small for a double is 0, what is too large is too_large.
[[nodiscard]] TextNumber scan_number(const char* first, const char* last) noexcept;

/// The same for a whole field: no_number unless all of it is the number.
[[nodiscard]] TextNumber parse_number(std::string_view field) noexcept;

/// True for "0,5" and "-1,25": a number written with a decimal comma.
[[nodiscard]] bool has_decimal_comma(std::string_view field) noexcept;

}  // namespace qualm::io
