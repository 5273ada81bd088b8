// SPDX-License-Identifier: Apache-2.0
#include "report/glyph_width.h"

#include <algorithm>
#include <iterator>

namespace qualm::report {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode's East_Asian_Width W and F, joined where only unassigned code points lie between.
constexpr Range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xA960, 0xA97C},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};
constexpr Range combining[] = {
    {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

template <std::size_t n>
bool is_in(const Range (&ranges)[n], char32_t c) noexcept {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](Range range) { return range.first <= c && c <= range.last; });
}

// Of valid text; something harmless of other text.
char32_t code_point(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return lead;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t value = lead & (0xFFU >> (length + 1));
  for (const char byte : text.substr(1, length - 1)) {
    value = (value << 6) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return value;
}

}  // namespace

std::size_t glyph_width(std::string_view text, std::size_t at) noexcept {
  if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) return 0;
  const char32_t c = code_point(text.substr(at));
  return is_in(wide, c) ? 2 : is_in(combining, c) ? 0 : 1;
}

}  // namespace qualm::report
