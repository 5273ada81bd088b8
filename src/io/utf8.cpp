// SPDX-License-Identifier: Apache-2.0
#include "io/utf8.h"

#include <utf8proc.h>

namespace qualm::io {

CodePoint first_code_point(std::string_view text) {
  utf8proc_int32_t value = 0;
  const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &value);
  if (length <= 0) return {};
  return {static_cast<char32_t>(value), static_cast<std::size_t>(length)};
}

std::string encode_utf8(std::u32string_view code_points) {
  std::string out;
  for (const char32_t c : code_points) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
    out.append(bytes, bytes + length);
  }
  return out;
}

std::size_t column_width(char32_t c) {
  if (c < 0x80) return 1;
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)));
}

}  // namespace qualm::io
