// SPDX-License-Identifier: Apache-2.0
#include "io/csv_number.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

#include "error/number_text.h"
#include "io/decimal.h"

namespace qualm::io {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// How a number is written, all but its digits' values.
struct Spelling {
  int decimals = 0;  // digits behind the point
  int leading = 0;   // power of ten of the first digit that is not 0, without the exponent
  long exponent = 0;
};

Spelling spell(const char* first, const char* last) {
  constexpr int cap = 1 << 20;
  Spelling out;
  const char* c = first;
  if (c != last && *c == '-') ++c;
  const char* const digits = c;
  while (c != last && is_digit(*c)) ++c;
  const char* const point = c;
  if (c != last && *c == '.') {
    ++c;
    while (c != last && is_digit(*c)) ++c;
    out.decimals = static_cast<int>(std::min<std::ptrdiff_t>(c - point - 1, cap));
  }
  if (c != last && (*c == 'e' || *c == 'E')) {
    const char* const sign = c + 1;
    const char* const number = sign != last && *sign == '+' ? sign + 1 : sign;
    if (std::from_chars(number, last, out.exponent).ec != std::errc()) {
      out.exponent = sign != last && *sign == '-' ? -cap : cap;
    }
    out.exponent = std::clamp<long>(out.exponent, -cap, cap);
  }
  const char* const nonzero = std::find_if(digits, c, [](char d) { return d >= '1' && d <= '9'; });
  const std::ptrdiff_t leading = nonzero < point ? point - nonzero - 1 : point - nonzero;
  out.leading = static_cast<int>(std::clamp<std::ptrdiff_t>(leading, -cap, cap));
  return out;
}

/// Eight bytes as a number if all are digits. By pairs, by fours, all: three multiplications
/// instead of eight that wait for each other.
bool scan_eight(const char* c, std::uint64_t& value) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, c, sizeof bytes);
  constexpr std::uint64_t upper_halves = 0xF0F0'F0F0'F0F0'F0F0, of_digits = 0x3030'3030'3030'3030;
  constexpr std::uint64_t past_nine = 0x0606'0606'0606'0606;
  if ((bytes & upper_halves) != of_digits) return false;
  if (((bytes + past_nine) & upper_halves) != of_digits) return false;
  bytes -= of_digits;
  bytes = bytes * 10 + (bytes >> 8U);
  constexpr std::uint64_t pairs = 0x0000'00FF'0000'00FF;
  constexpr std::uint64_t odd = 100 + (std::uint64_t{1'000'000} << 32U);
  constexpr std::uint64_t even = 1 + (std::uint64_t{10'000} << 32U);
  value = value * 100'000'000 + (((bytes & pairs) * odd + ((bytes >> 16U) & pairs) * even) >> 32U);
  return true;
}

/// Digits one behind the other; `value` has room for 19 of them.
const char* scan_digits(const char* c, const char* last, std::uint64_t& value) noexcept {
  for (; c != last && is_digit(*c); ++c) value = value * 10 + static_cast<std::uint64_t>(*c - '0');
  return c;
}

/// The same of decimals, of which there are more.
const char* scan_decimals(const char* c, const char* last, std::uint64_t& value) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    // One look at the second digit tells whether eight are worth a try.
    while (last - c >= 8 && is_digit(c[1]) && scan_eight(c, value)) c += 8;
  }
  return scan_digits(c, last, value);
}

/// The usual number: at most 19 digits that count, a point among or before them, an exponent. False
/// if it is anything else, which is not decided here.
bool scan_usual(const char* first, const char* last, TextNumber& out) noexcept {
  const bool negative = first != last && *first == '-';
  const char* const start = first + (negative ? 1 : 0);
  std::uint64_t digits = 0;
  const char* c = scan_digits(start, last, digits);
  std::ptrdiff_t n_digits = c - start, decimals = 0;
  if (n_digits == 0) return false;
  const char* const point = c != last && *c == '.' ? c : nullptr;
  if (point != nullptr) {
    c = scan_decimals(point + 1, last, digits);
    decimals = c - point - 1;
    n_digits += decimals;
  }
  if (n_digits > 19) {  // zeros at the start do not count
    const char* const counts = std::find_if(start, c, [](char d) { return d != '0' && d != '.'; });
    n_digits = c - counts - (point != nullptr && counts < point ? 1 : 0);
    if (n_digits > 19) return false;
  }
  int exponent = 0;
  if (c != last && (*c == 'e' || *c == 'E')) {
    const char* e = c + 1;
    const bool minus = e != last && *e == '-';
    if (e != last && (*e == '-' || *e == '+')) ++e;
    const char* const from = e;
    for (; e != last && is_digit(*e) && e - from < 4; ++e) exponent = exponent * 10 + (*e - '0');
    if (e == from || (e != last && is_digit(*e))) return false;
    if (minus) exponent = -exponent;
    c = e;
  }
  const auto value = nearest_double(digits, exponent - static_cast<int>(decimals));
  if (!value) return false;
  out = {NumberState::number, negative ? -*value : *value,
         std::max(static_cast<int>(decimals) - exponent, 0), c};
  return true;
}

}  // namespace

TextNumber scan_number(const char* first, const char* last) noexcept {
  TextNumber out;
  if (scan_usual(first, last, out)) return out;
  out.end = first;
  // read_number knows no plus sign.
  if (first != last && *first == '+' && last - first > 1 && first[1] != '-') ++first;
  const auto [end, error] = read_number(first, last, out.value);
  if (error == std::errc::invalid_argument) return out;
  out.end = end;
  out.state = NumberState::number;
  const Spelling spelling = spell(first, end);
  out.decimals = static_cast<int>(std::max(spelling.decimals - spelling.exponent, 0L));
  if (error == std::errc::result_out_of_range) {
    out.value = 0;
    if (spelling.leading + spelling.exponent > 0) out.state = NumberState::too_large;
  }
  return out;
}

TextNumber parse_number(std::string_view field) noexcept {
  TextNumber out = scan_number(field.data(), field.data() + field.size());
  if (out.end != field.data() + field.size()) out.state = NumberState::no_number;
  if (field.empty()) out.state = NumberState::no_number;
  return out;
}

bool has_decimal_comma(std::string_view field) noexcept {
  const auto comma = field.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 == field.size()) return false;
  return parse_number(field.substr(0, comma)).state == NumberState::number &&
         std::all_of(field.begin() + static_cast<std::ptrdiff_t>(comma) + 1, field.end(), is_digit);
}

}  // namespace qualm::io
