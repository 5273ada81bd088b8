// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qualm::report {

/// Columns that UTF-8 text takes in a terminal.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;
/// At most `width` columns; a text that is longer ends in "…".
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
/// The same with "…" inside, before the last third: names that are long often begin alike.
[[nodiscard]] std::string shortened_name(std::string_view name, std::size_t width);
/// The same of a text of the user's, without control characters.
[[nodiscard]] std::string name_text(std::string_view name, std::size_t width);
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);

/// The text with line ends in place of blanks, so that no line is wider than `width` columns (0: as
/// they are) unless a single word is.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

/// "1 row", "5 rows"
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun,
                                  std::string_view plural_ending = "s");
/// A number for people: four decimals, or three digits and an exponent where that would say
/// nothing.
[[nodiscard]] std::string short_number(double value);

enum class Ink { plain, bold, dim, blue, red };
/// The text in a colour, if `color`.
[[nodiscard]] std::string inked(std::string_view text, Ink ink, bool color);

/// A bar of `width` columns, padded with blanks: epistemic first, then aleatoric; `full` fills it.
[[nodiscard]] std::string stacked_bar(double epistemic, double aleatoric, double full,
                                      std::size_t width, bool color);

}  // namespace qualm::report
