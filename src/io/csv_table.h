// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "io/csv_errors.h"
#include "io/csv_layout.h"
#include "io/csv_number.h"
#include "io/csv_rows.h"
#include "io/row_ids.h"
#include "io/spool.h"

namespace qualm::io {

/// The rows of a table that has one instance per line, made into an array.
class TableReader {
 public:
  /// `layout` must outlive the reader.
  explicit TableReader(const CsvLayout& layout);

  /// Both throw data if a field is no number or there are too few or too many.
  void add(std::string_view row, const RowReader& rows) {
    if (!read_plain(row)) read_fields(splitter_.split(row, rows), rows);
    keep();
  }
  void add(const TableRows& rows) {
    read_fields(rows.fields(), rows);
    keep();
  }
  [[nodiscard]] StoredArray finish();

 private:
  [[nodiscard]] bool read_plain(std::string_view row);
  template <class Rows>
  void read_fields(const std::vector<std::string_view>& fields, const Rows& rows) {
    for (std::size_t column = 0; column < std::min(fields.size(), layout_.n_columns); ++column) {
      const TextNumber number = parse_number(fields[column]);
      if (is_text_[column] && number.state == NumberState::number) {
        refuse_number(column, rows.place());
      }
      if (layout_.slots[column] == CsvLayout::ignored) {
        left_out_[column] = fields[column];
        continue;
      }
      if (number.state != NumberState::number) {
        if (fields.size() != layout_.n_columns) break;
        throw_bad_number(rows.place(), layout_, column, fields[column]);
      }
      numbers_[layout_.slots[column]] = number.value;
      decimals_ = std::max(decimals_, number.decimals);
    }
    if (fields.size() != layout_.n_columns) throw_ragged(rows.place(), layout_, fields);
  }

  [[noreturn]] void refuse_number(std::size_t column, const std::string& place) const;
  void see_left_out();
  void watch_numbers();
  [[nodiscard]] std::vector<TableColumn> seen_columns(const std::vector<RowIds>& ids) const;
  void keep() {
    spool_.append(std::as_bytes(std::span(numbers_)));
    ++n_rows_;
    if (!described_.empty()) see_left_out();
    if (!watched_.empty()) watch_numbers();
  }

  const CsvLayout& layout_;
  std::vector<bool> is_text_;
  std::vector<ColumnWatch> watches_;        // one per column
  std::vector<std::size_t> watched_;        // values that have all been whole numbers so far
  std::vector<std::size_t> described_;      // columns that are left out for their role
  std::vector<std::string_view> left_out_;  // fields of the row, by column
  RowIdColumns ids_;
  FieldSplitter splitter_;
  std::vector<double> numbers_;
  int decimals_ = 0;
  Spool spool_;
  std::size_t n_rows_ = 0;
};

}  // namespace qualm::io
