// SPDX-License-Identifier: Apache-2.0
#include "io/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "io/utf8.h"

namespace qualm::io {
namespace {

// Also those that break lines or turn the direction of what follows them.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    if (out.size() >= limit) return out + "...";
    const CodePoint point = first_code_point(text);
    const std::size_t length = std::max<std::size_t>(point.length, 1);
    if (point.length == 0 || is_control(point.value)) {
      for (std::size_t i = 0; i < length; ++i) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
      }
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  return '"' + printable(text, 40) + '"';
}

std::optional<std::u32string> decode_utf8(std::string_view text) {
  std::u32string out;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.length == 0) return std::nullopt;
    out += point.value;
    text.remove_prefix(point.length);
  }
  return out;
}

bool is_name(std::string_view text) {
  const auto points = decode_utf8(text);
  return points && std::none_of(points->begin(), points->end(), is_control);
}

std::string system_text(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace qualm::io
