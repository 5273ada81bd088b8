// SPDX-License-Identifier: Apache-2.0
#include "report/text_buffer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "qualm/error.h"

namespace qualm::report {

TextBuffer::TextBuffer(io::Sink& sink, std::string_view infinity)
    : sink_(sink), infinity_(infinity) {
  buffer_.reserve(flush_size + 4096);
}

void TextBuffer::integer(std::uint64_t value) {
  const fmt::format_int digits(value);
  text({digits.data(), digits.size()});
}

void TextBuffer::number(double value) {
  if (value == HUGE_VAL) return text(infinity_);
  if (std::isnan(value)) return text(infinity_ == "null" ? "null" : "nan");
  if (!std::isfinite(value)) {
    throw Error(ErrorKind::internal, "a measure came out as -infinity");
  }
  std::array<char, 32> digits;  // the longest double has 24
  const char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value);
  text({digits.data(), end});
}

void TextBuffer::numbers(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) letter(',');
    number(values[i]);
  }
}

void TextBuffer::flush() {
  if (!buffer_.empty()) sink_.write(buffer_);
  buffer_.clear();
}

void TextBuffer::cut() {
  flush();
  sink_.cut();
}

}  // namespace qualm::report
