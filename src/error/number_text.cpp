// SPDX-License-Identifier: Apache-2.0
#include "error/number_text.h"

#ifndef __cpp_lib_to_chars
#include <locale.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#endif

namespace qualm {

std::from_chars_result read_number(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(first, last, value);
#else
  // strtod also skips blanks and reads a plus sign and hexadecimal digits.
  const std::string_view letters = "-+.0123456789eEinfatyINFATY";
  const std::string text(first, std::find_if(first, last, [&](char c) {
                           return letters.find(c) == std::string_view::npos;
                         }));
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  char* end = nullptr;
  errno = 0;
  const double number = ::strtod_l(text.c_str(), &end, plain);
  if (end == text.c_str() || text.front() == '+') return {first, std::errc::invalid_argument};
  const char* const stop = first + (end - text.c_str());
  // ERANGE also stands for subnormal numbers.
  if (errno == ERANGE && (number == 0 || std::isinf(number))) {
    return {stop, std::errc::result_out_of_range};
  }
  value = number;
  return {stop, std::errc{}};
#endif
}

}  // namespace qualm
