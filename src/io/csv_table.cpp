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
  watches_.resize(layout.n_columns);
  left_out_.resize(layout.n_columns);
  for (std::size_t column = 0; column < layout.roles.size(); ++column) {
    const ColumnRole role = layout.roles[column];
    is_text_[column] = layout.were_chosen_by_role && role == ColumnRole::text;
    if (role == ColumnRole::id) ids_.watch(column, layout.column_names[column]);
    if (role != ColumnRole::value) described_.push_back(column);
    if (role == ColumnRole::value && layout.were_chosen_by_role) watched_.push_back(column);
  }
}

// What identifies the row, and whether a column may be a class after all.
void TableReader::see_left_out() {
  for (const std::size_t column : described_) {
    const TextNumber number = parse_number(left_out_[column]);
    if (number.state == NumberState::number) watches_[column].add(number.value);
  }
  ids_.add(left_out_);
}

void TableReader::watch_numbers() {
  std::erase_if(watched_, [&](std::size_t column) {
    watches_[column].add(numbers_[layout_.slots[column]]);
    return !watches_[column].goes_on();
  });
}

std::vector<TableColumn> TableReader::seen_columns(const std::vector<RowIds>& ids) const {
  const auto n_values = std::count(layout_.roles.begin(), layout_.roles.end(), ColumnRole::value);
  const bool any_fraction = std::ssize(watched_) < n_values;  // which shows what is a class
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < layout_.roles.size(); ++i) {
    columns.push_back(watches_[i].finish());
    columns.back().name = layout_.column_names[i];
    columns.back().is_text = is_text_[i] || watches_[i].is_empty();
    if (any_fraction || columns.back().is_distinct) continue;
    columns.back().is_distinct = std::any_of(ids.begin(), ids.end(), [&](const RowIds& each) {
      return each.column == layout_.column_names[i] && are_distinct(each);
    });
  }
  return columns;
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
      const char* const first = at;
      at = std::find(at, end, layout_.delimiter);
      const std::string_view field(first, static_cast<std::size_t>(at - first));
      left_out_[column] = field.substr(0, field.find_last_not_of(' ') + 1);
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
  array.row_ids = ids_.finish();
  if (layout_.were_chosen_by_role) {
    check_contents(layout_.label, seen_columns(array.row_ids), layout_.roles);
  }
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
