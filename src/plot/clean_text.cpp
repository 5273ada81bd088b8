// SPDX-License-Identifier: Apache-2.0
#include "plot/clean_text.h"

#include <cstddef>

namespace qualm::plot {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

unsigned byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

// Takes one code point off the front of `text`, or one bad byte.
char32_t take(std::string_view& text) {
  const unsigned lead = byte_at(text, 0);
  std::size_t more = 0;
  unsigned smallest = 0;
  unsigned value = lead;
  if (lead >= 0xF0 && lead <= 0xF4) {
    more = 3, smallest = 0x10000, value = lead & 0x07U;
  } else if (lead >= 0xE0 && lead < 0xF0) {
    more = 2, smallest = 0x800, value = lead & 0x0FU;
  } else if (lead >= 0xC2 && lead < 0xE0) {
    more = 1, smallest = 0x80, value = lead & 0x1FU;
  }
  bool good = (lead < 0x80 || more > 0) && text.size() > more;
  for (std::size_t i = 1; good && i <= more; ++i) {
    const unsigned next = byte_at(text, i);
    good = (next & 0xC0U) == 0x80;
    value = (value << 6U) | (next & 0x3FU);
  }
  good = good && value >= smallest && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  text.remove_prefix(good ? more + 1 : 1);
  return good ? static_cast<char32_t>(value) : kReplacement;
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

std::string to_utf8(std::u32string_view code_points) {
  std::string out;
  const auto put = [&out](char32_t bits) { out.push_back(static_cast<char>(bits)); };
  for (const char32_t c : code_points) {
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0U | (c >> 6U));
      put(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
      put(0xE0U | (c >> 12U));
      put(0x80U | ((c >> 6U) & 0x3FU));
      put(0x80U | (c & 0x3FU));
    } else {
      put(0xF0U | (c >> 18U));
      put(0x80U | ((c >> 12U) & 0x3FU));
      put(0x80U | ((c >> 6U) & 0x3FU));
      put(0x80U | (c & 0x3FU));
    }
  }
  return out;
}

std::string clean_text(std::string_view text) {
  return to_utf8(to_code_points(text));
}

}  // namespace qualm::plot
