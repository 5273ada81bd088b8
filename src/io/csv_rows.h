// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
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
  /// The comment directly above the first row, without its #; empty if there is none.
  [[nodiscard]] const std::string& comment() const noexcept { return comment_; }

 private:
  const SourceFile& file_;
  LineReader lines_;
  bool started_ = false;
  std::size_t empty_line_ = 0;
  std::string comment_;
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

/// A table row by row, as texts; the first row may name the columns.
class TableRows {
 public:
  virtual ~TableRows() = default;
  /// False at the end.
  [[nodiscard]] virtual bool next() = 0;
  /// Valid until the next row.
  [[nodiscard]] virtual const std::vector<std::string_view>& fields() const = 0;
  /// "preds.csv: line 7", the row last given.
  [[nodiscard]] virtual std::string place() const = 0;
};
/// Opens a table from its beginning on.
using OpenRows = std::function<std::unique_ptr<TableRows>()>;
/// Throws data if the file has no row. `file` must outlive the rows.
[[nodiscard]] std::unique_ptr<TableRows> csv_rows(const SourceFile& file);

/// One entry per row of a table whose first row names the columns: the key's column, the usual one,
/// or the only one. Throws data if there is none.
[[nodiscard]] Entries table_entries(const std::string& label, const OpenRows& open,
                                    const OpenOptions& options);

/// Tab, semicolon or comma: the first of them that the row has outside quotes; comma if none.
[[nodiscard]] char find_delimiter(std::string_view row);

}  // namespace qualm::io
