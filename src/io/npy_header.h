// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/array_header.h"

namespace qualm::io {

inline constexpr std::string_view npy_magic = "\x93NUMPY";
/// The first bytes that tell how long the header is.
inline constexpr std::size_t npy_preamble_size = 12;

/// Bytes from the start of the file to the first number. Throws data if it is no .npy file or the
/// header is longer than any array of numbers needs, so that nobody allocates what it claims.
[[nodiscard]] std::size_t npy_header_size(const std::string& label, std::string_view preamble);

/// Reads the header (format versions 1, 2 and 3), npy_header_size() bytes. Throws data if it is
/// malformed, or describes something else than an array of numbers.
[[nodiscard]] ArrayHeader parse_npy_header(const std::string& label, std::string_view header);

/// The same for one of several files of one array, which may have no rows.
[[nodiscard]] ArrayHeader parse_npy_shard_header(const std::string& label, std::string_view header);

/// The same for text of one axis, taken as code points of two: '<U5' (3,) is '<u4' (3, 5). Nothing
/// if it is another kind of array.
[[nodiscard]] std::optional<ArrayHeader> parse_npy_text_header(const std::string& label,
                                                               std::string_view header);

/// The same for entries of rows, which are texts or numbers. Throws data for objects and bytes,
/// which may be either.
[[nodiscard]] std::optional<ArrayHeader> parse_npy_entries_header(const std::string& label,
                                                                  std::string_view header);

}  // namespace qualm::io
