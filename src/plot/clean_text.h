// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::plot {

/// The code points of text from outside, fit to be shown: bytes that are no UTF-8 become U+FFFD,
/// line ends and tabs a space; control characters, characters that XML forbids and those that turn
/// the writing direction are dropped.
[[nodiscard]] std::u32string to_code_points(std::string_view text);

/// The same, in UTF-8.
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace qualm::plot
