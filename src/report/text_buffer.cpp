// SPDX-License-Identifier: Apache-2.0
#include "report/text_buffer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

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
  fmt::format_to(std::back_inserter(buffer_), FMT_COMPILE("{}"), value);
  if (buffer_.size() >= flush_size) flush();
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
