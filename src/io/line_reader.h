// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "io/source.h"

namespace qualm::io {

/// The lines of a text, one after the other, in bounded memory. Skips a UTF-8 byte order mark; a
/// line ends with LF, CRLF or the end of the file.
class LineReader {
 public:
  static constexpr std::size_t max_line = std::size_t{16} << 20;

  /// `file` must outlive the reader.
  explicit LineReader(const SourceFile& file);

  /// The next line without its end, valid until the next call; false at the end of the file.
  /// Throws data if the line is longer than max_line.
  [[nodiscard]] bool next(std::string_view& line);
  /// The number of the line last given, from 1.
  [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }

 private:
  bool refill();

  const SourceFile& file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the bytes read and not yet given
  std::uint64_t offset_ = 0;
  std::size_t line_number_ = 0;
};

}  // namespace qualm::io
