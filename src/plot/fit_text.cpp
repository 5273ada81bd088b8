// SPDX-License-Identifier: Apache-2.0
#include "plot/fit_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/utf8.h"
#include "plot/clean_text.h"

namespace qualm::plot {
namespace {

// Breaking lines is quadratic, and nobody reads more in a figure.
constexpr std::size_t longest_text = 4096;

// Advance widths of DejaVu Sans in thousandths of the font size, from its hmtx table.
constexpr std::array<std::uint16_t, 95> ascii_widths = {
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361,  318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531, 1000, 685, 687, 699, 771, 632,
    576, 775, 752, 295, 295, 656, 558, 863, 749, 788, 604, 788, 695, 635,  611, 732, 685, 989, 686,
    611, 686, 391, 337, 391, 838, 500, 500, 613, 635, 550, 635, 616, 353,  635, 634, 278, 278, 580,
    278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592,  525, 637, 337, 637, 838};
constexpr std::array<std::uint16_t, 96> latin1_widths = {
    318, 401, 637, 637, 637, 637, 337, 500, 500, 1000, 472, 612, 838, 361, 1000, 500,
    500, 838, 401, 401, 500, 637, 637, 318, 500, 401,  472, 612, 970, 970, 970,  531,
    685, 685, 685, 685, 685, 685, 975, 699, 632, 632,  632, 632, 295, 295, 295,  295,
    775, 749, 788, 788, 788, 788, 788, 838, 788, 732,  732, 732, 732, 611, 605,  630,
    613, 613, 613, 613, 613, 613, 982, 550, 616, 616,  616, 616, 278, 278, 278,  278,
    612, 634, 612, 612, 612, 612, 612, 838, 612, 634,  634, 634, 634, 592, 635,  592};

// Beyond Latin-1 a bound that nearly all letters of the block keep.
double advance(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return ascii_widths[c - 0x20];
  if (c >= 0xA0 && c <= 0xFF) return latin1_widths[c - 0xA0];
  if (c >= 0x300 && c < 0x370) return 0.0;
  if (c < 0x400) return 850.0;
  if (c < 0x1100) return 1100.0;
  if (c >= 0x2070 && c < 0x20A0) return 530.0;
  return c < 0x10000 ? 1000.0 : 1400.0;
}

double width_of(std::u32string_view text, double size) {
  double sum = 0.0;
  for (const char32_t c : text) sum += advance(c);
  return sum * size / 1000.0;
}

void trim_end(std::u32string& text) {
  while (!text.empty() && text.back() == U' ') text.pop_back();
}

std::u32string cut(std::u32string text, double size, double max_width) {
  if (width_of(text, size) <= max_width) return text;
  const double room = max_width - width_of(U"…", size);
  double used = width_of(text, size);
  while (!text.empty() && used > room) {
    used -= width_of(text.substr(text.size() - 1), size);
    text.pop_back();
  }
  trim_end(text);
  return text + U"…";
}

}  // namespace

double text_width(std::string_view text, double size) {
  return width_of(to_code_points(text), size);
}

std::string shorten(std::string_view text, double size, double max_width) {
  return io::encode_utf8(cut(to_code_points(text), size, max_width));
}

std::vector<std::string> wrap(std::string_view text, double size, double max_width,
                              std::size_t max_lines) {
  std::u32string rest = to_code_points(text.substr(0, longest_text));
  trim_end(rest);
  std::vector<std::string> lines;
  while (!rest.empty()) {
    std::size_t end = rest.size();
    if (lines.size() + 1 < max_lines) {
      while (end != std::u32string::npos && width_of(rest.substr(0, end), size) > max_width) {
        end = end == 0 ? std::u32string::npos : rest.rfind(U' ', end - 1);
      }
      // A word wider than the line stands alone in it, cut.
      if (end == std::u32string::npos || end == 0) end = std::min(rest.find(U' ', 1), rest.size());
    }
    lines.push_back(io::encode_utf8(cut(rest.substr(0, end), size, max_width)));
    rest.erase(0, rest.find_first_not_of(U' ', end));
  }
  return lines;
}

}  // namespace qualm::plot
