// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm::report {

/// Collects text and hands it to a sink in large pieces. What is left must be flushed by the owner.
class TextBuffer {
 public:
  /// `infinity`: how the format writes it, such as null in JSON, which has no word for it.
  explicit TextBuffer(io::Sink& sink, std::string_view infinity = "inf");

  void text(std::string_view bytes) {
    buffer_.append(bytes);
    if (buffer_.size() >= flush_size) flush();
  }
  void letter(char c) { buffer_.push_back(c); }
  void integer(std::uint64_t value);
  /// The shortest text that reads back as the same double; NaN as `nan`, or null where infinity is.
  /// Throws internal if the value is -infinity, which no measure is.
  void number(double value);
  /// "1,2,3"
  void numbers(std::span<const double> values);
  void flush();
  /// See io::Sink.
  void cut();

 private:
  static constexpr std::size_t flush_size = std::size_t{1} << 18;
  io::Sink& sink_;
  std::string_view infinity_;
  std::string buffer_;
};

}  // namespace qualm::report
