// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::plot {

/// The code points of text from outside, fit to be shown: bytes that are no UTF-8 become U+FFFD,
/// line ends and tabs a space; control characters, characters that XML forbids and those that turn
/// the writing direction are dropped.
[[nodiscard]] std::u32string to_code_points(std::string_view text);

[[nodiscard]] std::string to_utf8(std::u32string_view code_points);

/// to_utf8(to_code_points(text))
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace qualm::plot
