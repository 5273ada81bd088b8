// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/text.h"
#include "io/utf8.h"

namespace qualm::report {
namespace {

std::string repeated(std::string_view glyph, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += glyph;
  return text;
}

// Of the code point that begins at this byte: 0 inside one, 1 for a byte that is not UTF-8.
std::size_t glyph_width(std::string_view text, std::size_t at) {
  if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) return 0;
  const io::CodePoint first = io::first_code_point(text.substr(at));
  return first.length == 0 ? 1 : io::column_width(first.value);
}

}  // namespace

std::size_t display_width(std::string_view text) noexcept {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) width += glyph_width(text, i);
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t columns = 0, bytes = 0;
  for (; bytes < text.size(); ++bytes) {
    columns += glyph_width(text, bytes);
    if (columns >= width) break;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

std::string shortened_name(std::string_view name, std::size_t width) {
  const std::size_t all = display_width(name);
  if (all <= width) return std::string(name);
  std::size_t left = all, last = 0;  // columns and bytes of the end that is kept
  while (left > width / 3) left -= glyph_width(name, last++);
  while (last < name.size() && glyph_width(name, last) == 0) ++last;
  return shortened(name, width - std::min(width, left)) + std::string(name.substr(last));
}

std::string name_text(std::string_view name, std::size_t width) {
  return shortened_name(io::printable(name, 4096), width);
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(width - std::min(width, used), ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(width - std::min(width, used), ' ') + std::string(text);
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string result(text);
  if (width == 0) return result;
  std::size_t column = 0, last_blank = std::string::npos;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] == '\n') {
      column = 0;
      last_blank = std::string::npos;
      continue;
    }
    if (result[i] == ' ') last_blank = i;
    column += glyph_width(result, i);
    if (column <= width || last_blank == std::string::npos) continue;
    result[last_blank] = '\n';
    column = display_width(std::string_view(result).substr(last_blank + 1, i - last_blank));
    last_blank = std::string::npos;
  }
  return result;
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural_ending) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural_ending);
}

std::string short_number(double value) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size < 0.001) return fmt::format("{:.2e}", value);
  if (size < 1000) return fmt::format("{:.4f}", value);
  return fmt::format("{:.5g}", value);
}

std::string inked(std::string_view text, Ink ink, bool color) {
  if (!color || ink == Ink::plain || text.empty()) return std::string(text);
  constexpr const char* codes[] = {"", "1", "2", "34", "31"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(ink)], text);
}

std::string stacked_bar(double epistemic, double aleatoric, double full, std::size_t width,
                        bool color) {
  if (!(full > 0)) return std::string(width, ' ');
  const auto columns = [&](double value) {
    const double share = std::clamp(value / full, 0.0, 1.0) * static_cast<double>(width);
    return static_cast<std::size_t>(std::lround(share));
  };
  // Both ends are rounded, not both lengths, so that the whole bar is as long as their sum says.
  const std::size_t seam = columns(epistemic), end = columns(epistemic + aleatoric);
  return inked(repeated("█", seam), Ink::blue, color) +
         inked(repeated(color ? "█" : "░", end - seam), Ink::red, color) +
         std::string(width - end, ' ');
}

}  // namespace qualm::report
