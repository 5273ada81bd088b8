// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace qualm::report {

/// Columns of a terminal that the code point which begins at byte `at` of UTF-8 text takes: two for
/// East Asian wide ones and pictographs, none for combining marks; none for a byte inside one.
[[nodiscard]] std::size_t glyph_width(std::string_view text, std::size_t at) noexcept;

}  // namespace qualm::report
