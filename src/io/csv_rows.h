// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/line_reader.h"

namespace qualm::io {

/// The lines of a CSV file that count: no comments (#), no empty lines at the start or the end. An
/// empty line between rows throws data, because dropping it would shift the rows below.
class RowReader {
 public:
  /// `file` must outlive the reader.
  explicit RowReader(const SourceFile& file) : file_(file), lines_(file) {}

  [[nodiscard]] bool next(std::string_view& row);
  /// "preds.csv: line 7", the row last given.
  [[nodiscard]] std::string place() const;

 private:
  const SourceFile& file_;
  LineReader lines_;
  bool started_ = false;
  std::size_t empty_line_ = 0;
};

/// Splits rows into fields: without the spaces around them, without quotes ("" within is one
/// quote).
class FieldSplitter {
 public:
  explicit FieldSplitter(char delimiter) : delimiter_(delimiter) {}

  /// Valid until the next call or the end of `row`. Throws data if a quote does not end on its
  /// line.
  [[nodiscard]] const std::vector<std::string_view>& split(std::string_view row,
                                                           const RowReader& reader);

 private:
  std::string_view take_quoted(std::string_view& rest, const RowReader& reader);

  char delimiter_;
  std::vector<std::string_view> fields_;
  std::string unescaped_;
};

/// Tab, semicolon or comma: the first of them that the row has outside quotes; comma if none.
[[nodiscard]] char find_delimiter(std::string_view row);

}  // namespace qualm::io
