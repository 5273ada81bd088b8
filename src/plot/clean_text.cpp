// SPDX-License-Identifier: Apache-2.0
#include "plot/clean_text.h"

#include <algorithm>

#include "io/utf8.h"

namespace qualm::plot {
namespace {

constexpr char32_t replacement_character = 0xFFFD;

// Takes one code point off the front of `text`, or one bad byte.
char32_t take(std::string_view& text) {
  const io::CodePoint first = io::first_code_point(text);
  text.remove_prefix(std::max<std::size_t>(first.length, 1));
  return first.length > 0 ? first.value : replacement_character;
}

bool is_space(char32_t c) {
  return c == U'\t' || c == U'\n' || c == U'\r' || c == 0x2028 || c == 0x2029;
}

bool is_unfit(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool noncharacter = (c & 0xFFFEU) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  const bool turns_direction = c == 0x061C || c == 0x200E || c == 0x200F ||
                               (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return control || noncharacter || turns_direction || c == 0xFEFF;
}

}  // namespace

std::u32string to_code_points(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const char32_t c = take(text);
    if (is_space(c)) {
      out.push_back(U' ');
    } else if (!is_unfit(c)) {
      out.push_back(c);
    }
  }
  return out;
}

std::string clean_text(std::string_view text) {
  return io::encode_utf8(to_code_points(text));
}

}  // namespace qualm::plot
