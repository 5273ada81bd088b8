// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/csv_errors.h"
#include "io/csv_layout.h"
#include "io/csv_long.h"
#include "io/csv_number.h"
#include "io/csv_rows.h"
#include "io/format.h"
#include "io/spool.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

/// Reads rows of numbers, one instance a line.
class TableReader {
 public:
  explicit TableReader(const CsvLayout& layout) : layout_(layout), splitter_(layout.delimiter) {
    std::size_t size = 1;
    for (const std::size_t length : layout.row_shape) size *= length;
    numbers_.resize(size);
    is_text_.resize(layout.n_columns);
    for (const std::size_t column : layout.text_columns) is_text_[column] = true;
  }

  std::span<const double> read(std::string_view row, const RowReader& reader) {
    if (!read_plain(row)) read_any(row, reader);
    return numbers_;
  }
  [[nodiscard]] int decimals() const noexcept { return decimals_; }

 private:
  // The common row, numbers without quotes, in one pass; false for any other.
  bool read_plain(std::string_view row) {
    const char* at = row.data();
    const char* const end = at + row.size();
    const auto skip_spaces = [&] {
      while (at != end && *at == ' ') ++at;
    };
    for (std::size_t column = 0; column < layout_.n_columns; ++column) {
      if (column > 0) {
        if (at == end || *at != layout_.delimiter) return false;
        ++at;
      }
      skip_spaces();
      if (layout_.slots[column] == CsvLayout::ignored) {
        if (at != end && (*at == '"' || is_text_[column])) return false;
        at = std::find(at, end, layout_.delimiter);
        continue;
      }
      const TextNumber number = scan_number(at, end);
      if (number.state != NumberState::number) return false;
      numbers_[layout_.slots[column]] = number.value;
      decimals_ = std::max(decimals_, number.decimals);
      at = number.end;
      skip_spaces();
    }
    return at == end;
  }

  void read_any(std::string_view row, const RowReader& reader) {
    const auto& fields = splitter_.split(row, reader);
    for (std::size_t column = 0; column < std::min(fields.size(), layout_.n_columns); ++column) {
      const TextNumber number = parse_number(fields[column]);
      if (is_text_[column] && number.state == NumberState::number) refuse_number(column, reader);
      if (layout_.slots[column] == CsvLayout::ignored) continue;
      if (number.state != NumberState::number) {
        if (fields.size() != layout_.n_columns) break;
        throw_bad_number(reader.place(), layout_, column, fields[column]);
      }
      numbers_[layout_.slots[column]] = number.value;
      decimals_ = std::max(decimals_, number.decimals);
    }
    if (fields.size() != layout_.n_columns) throw_ragged(reader.place(), layout_, fields);
  }

  // Texts in one row and numbers in another: nobody can tell whether that is a class.
  [[noreturn]] void refuse_number(std::size_t column, const RowReader& reader) const {
    throw_data(
        fmt::format("{}, column {} ({}): is a number, but the first row has a text there; "
                    "specify the class columns with {}",
                    reader.place(), column + 1, printable(layout_.column_names[column], 40),
                    argument("columns")));
  }

  const CsvLayout& layout_;
  std::vector<bool> is_text_;
  FieldSplitter splitter_;
  std::vector<double> numbers_;
  int decimals_ = 0;
};

StoredArray read_table(const SourceFile& file, const CsvLayout& layout) {
  RowReader rows(file);
  TableReader table(layout);
  Spool spool(file.label);
  std::string_view row;
  if (layout.has_header) static_cast<void>(rows.next(row));
  StoredArray array;
  array.shape = {0};
  for (; rows.next(row); ++array.shape[0]) spool.append(std::as_bytes(table.read(row, rows)));
  array.label = file.label;
  array.shape.insert(array.shape.end(), layout.row_shape.begin(), layout.row_shape.end());
  array.decimals = table.decimals();
  array.class_names = layout.class_names;
  array.columns_left_out = layout.columns_left_out;
  array.notes = layout.notes();
  array.bytes = spool.finish();
  return array;
}

}  // namespace

StoredArray open_csv(const SourceFile& file, const OpenOptions& options) {
  const CsvLayout layout = find_csv_layout(file, options);
  return layout.is_long ? read_long_csv(file, layout) : read_table(file, layout);
}

}  // namespace qualm::io
