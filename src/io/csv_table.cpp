// SPDX-License-Identifier: Apache-2.0
#include "io/csv_table.h"

#include <fmt/format.h>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {

TableReader::TableReader(const CsvLayout& layout)
    : layout_(layout), splitter_(layout.delimiter), spool_(layout.label) {
  std::size_t size = 1;
  for (const std::size_t length : layout.row_shape) size *= length;
  numbers_.resize(size);
  is_text_.resize(layout.n_columns);
  for (const std::size_t column : layout.text_columns) is_text_[column] = true;
}

// The common row, numbers without quotes, in one pass; false for any other.
bool TableReader::read_plain(std::string_view row) {
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

// Texts in one row and numbers in another: nobody can tell whether that is a class.
void TableReader::refuse_number(std::size_t column, const std::string& place) const {
  throw_data(fmt::format(
      "{}, column {} ({}): is a number, but the first row has a text there; "
      "specify the class columns with {}",
      place, column + 1, printable(layout_.column_names[column], 40), argument("columns")));
}

StoredArray TableReader::finish() {
  StoredArray array;
  array.label = layout_.label;
  array.shape = {n_rows_};
  array.shape.insert(array.shape.end(), layout_.row_shape.begin(), layout_.row_shape.end());
  array.decimals = decimals_;
  array.class_names = layout_.class_names;
  array.columns_left_out = layout_.columns_left_out;
  array.notes = layout_.notes();
  array.bytes = spool_.finish();
  return array;
}

}  // namespace qualm::io
