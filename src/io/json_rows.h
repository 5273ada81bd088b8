// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/csv_rows.h"
#include "io/json_scanner.h"

namespace qualm::io {

/// The lines of a JSON lines file. Empty lines and comments (#) as in a .csv.
class JsonLines {
 public:
  /// `file` must outlive the reader.
  explicit JsonLines(const SourceFile& file)
      : rows_(file), json_([this] { return rows_.place(); }) {}

  /// The next line, of which nothing has been read; false at the end.
  [[nodiscard]] bool next() {
    if (!rows_.next(row_)) return false;
    json_.start(row_);
    return true;
  }
  /// The same line from its beginning on.
  void again() { json_.start(row_); }
  [[nodiscard]] JsonScanner& json() noexcept { return json_; }
  [[nodiscard]] std::string place() const { return rows_.place(); }

 private:
  RowReader rows_;
  JsonScanner json_;
  std::string_view row_;
};

/// Objects, one per line, as a table: first the keys of the first object, then the values of every
/// one in that order, texts without quotes. Throws data if a key is missing, new, or there twice.
class JsonRows final : public TableRows {
 public:
  explicit JsonRows(const SourceFile& file) : lines_(file) {}

  bool next() override;
  const std::vector<std::string_view>& fields() const override { return fields_; }
  std::string place() const override { return lines_.place(); }

 private:
  void read_names();
  void read_values();
  std::size_t find(std::string_view key, std::size_t expected) const;

  JsonLines lines_;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
  std::vector<bool> seen_;
  bool is_first_ = true, has_first_ = false;
};

}  // namespace qualm::io
