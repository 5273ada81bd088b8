// SPDX-License-Identifier: Apache-2.0
#include "io/csv_long.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "io/csv_errors.h"
#include "io/csv_number.h"
#include "io/csv_rows.h"
#include "io/name_index.h"
#include "io/row_ids.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

struct Line {
  std::uint64_t row;
  std::uint32_t member, cls;
  double prob;
};

/// 7 for 7.0, as numpy and pandas write whole numbers of a column of floats.
std::string_view whole(std::string_view field) {
  const std::string_view number = field.substr(0, field.find(".0"));
  return field.size() == number.size() + 2 && parse_integer(number) ? number : field;
}

class LongTable {
 public:
  explicit LongTable(const CsvLayout& layout) : layout_(layout) {}

  StoredArray read(TableRows& rows) {
    if (layout_.has_header) static_cast<void>(rows.next());
    while (rows.next()) {
      const auto& fields = rows.fields();
      if (fields.size() != layout_.n_columns) throw_ragged(rows.place(), layout_, fields);
      read_line(fields, rows);
    }
    return make_array();
  }

 private:
  void read_line(const std::vector<std::string_view>& fields, const TableRows& rows) {
    const auto [row, member, cls, prob] = layout_.long_columns;
    for (const std::size_t column : {row, member, cls}) {
      if (fields[column].empty()) throw_bad_number(rows.place(), layout_, column, fields[column]);
    }
    const TextNumber number = parse_number(fields[prob]);
    if (number.state != NumberState::number) {
      throw_bad_number(rows.place(), layout_, prob, fields[prob]);
    }
    decimals_ = std::max(decimals_, number.decimals);
    const std::size_t known_classes = classes_.size();
    lines_.push_back({row_number(whole(fields[row]), rows), members_.add(whole(fields[member])),
                      classes_.add(whole(fields[cls])), number.value});
    if (classes_.size() > known_classes && !is_name(fields[cls])) {
      throw_data(fmt::format(
          "{}: the class {} is not UTF-8 text without control characters; save the file as UTF-8",
          rows.place(), in_quotes(fields[cls])));
    }
  }

  // Rows are numbered, or all have names; the first one decides.
  std::uint64_t row_number(std::string_view field, const TableRows& rows) {
    const auto number = parse_integer(field);
    if (lines_.empty()) numbered_rows_ = number.has_value();
    if (!numbered_rows_) return row_names_.add(field);
    if (!number) {
      throw_data(
          fmt::format("{}: the row {} is not a number though those before are; number the rows "
                      "0, 1, 2, ...",
                      rows.place(), in_quotes(field)));
    }
    return *number;
  }

  StoredArray make_array() const {
    const std::vector<std::uint32_t> members = members_.sorted_positions();
    const std::vector<std::uint32_t> classes = classes_.sorted_positions();
    const std::uint64_t n_lines = lines_.size(), n_classes = classes_.size();
    const std::uint64_t per_row = members_.size() * n_classes;
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), last = 0;
    for (const Line& line : lines_) {
      first = std::min(first, line.row);
      last = std::max(last, line.row);
    }
    first = numbered_rows_ ? std::min<std::uint64_t>(first, 1) : 0;

    // Each number has one place among as many as there are lines; one left empty is what is
    // missing.
    std::vector<std::byte> values(n_lines * sizeof(double));
    std::vector<bool> seen(n_lines);
    for (const Line& line : lines_) {
      if (line.row - first > n_lines / per_row) continue;
      const std::uint64_t place =
          (line.row - first) * per_row + members[line.member] * n_classes + classes[line.cls];
      if (place >= n_lines) continue;
      if (seen[place])
        throw_data(
            fmt::format("{}: {} occurs twice; remove one", layout_.label, triple(place, first)));
      seen[place] = true;
      std::memcpy(values.data() + place * sizeof(double), &line.prob, sizeof(double));
    }
    const auto missing =
        static_cast<std::uint64_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
    if (missing < n_lines || (last - first + 1) * per_row != n_lines) {
      throw_data(fmt::format("{}: {} is missing; each row needs each member and class once",
                             layout_.label, triple(missing, first)));
    }
    StoredArray array;
    array.label = layout_.label;
    array.shape = {n_lines / per_row, members_.size(), n_classes};
    array.decimals = decimals_;
    array.notes = layout_.notes();
    if (!classes_.is_numbering()) array.class_names = classes_.sorted_names();
    array.row_ids = row_ids(array.shape[0], first);
    array.bytes = std::make_shared<MemorySource>(std::move(values));
    return array;
  }

  std::vector<RowIds> row_ids(std::size_t n_rows, std::uint64_t first) const {
    RowIdColumns ids;
    ids.watch(0, layout_.column_names[layout_.long_columns[0]]);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const std::string id = numbered_rows_ ? std::to_string(row + first) : row_names_.name(row);
      const std::string_view field = id;
      ids.add(std::span(&field, 1));
    }
    return ids.finish();
  }

  std::string triple(std::uint64_t place, std::uint64_t first) const {
    const auto at = [](const NameIndex& names, const std::vector<std::uint32_t>& positions,
                       std::uint64_t position) {
      const auto found = std::find(positions.begin(), positions.end(), position);
      return printable(names.name(static_cast<std::size_t>(found - positions.begin())), 40);
    };
    const std::uint64_t per_row = members_.size() * classes_.size();
    const std::uint64_t row = place / per_row;
    return fmt::format(
        "row {}, member {}, class {}",
        numbered_rows_ ? std::to_string(row + first) : at(row_names_, row_names_.positions(), row),
        at(members_, members_.sorted_positions(), place % per_row / classes_.size()),
        at(classes_, classes_.sorted_positions(), place % classes_.size()));
  }

  const CsvLayout& layout_;
  std::vector<Line> lines_;
  bool numbered_rows_ = true;
  NameIndex row_names_, members_, classes_;
  int decimals_ = 0;
};

}  // namespace

StoredArray read_long_table(TableRows& rows, const CsvLayout& layout) {
  return LongTable(layout).read(rows);
}

}  // namespace qualm::io
