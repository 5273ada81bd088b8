// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace qualm::io {

/// `text` fit for a one-line message: control characters and invalid bytes as \xNN, at most about
/// `limit` characters.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 200);
/// The same, short and in quotes: for a field of a file.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The code points of `text`, or nothing if it is not valid UTF-8 (no surrogates, no overlong
/// forms).
[[nodiscard]] std::optional<std::u32string> decode_utf8(std::string_view text);
/// True if `text` is valid UTF-8 without control characters: fit to be a name.
[[nodiscard]] bool is_name(std::string_view text);

/// What errno says, in words.
[[nodiscard]] std::string system_text(int error_number);

}  // namespace qualm::io
