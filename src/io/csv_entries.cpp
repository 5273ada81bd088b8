// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "error/choose.h"
#include "io/csv_number.h"
#include "io/csv_rows.h"
#include "io/format.h"
#include "io/row_ids.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

using Fields = std::vector<std::string>;

bool is_number(std::string_view field) {
  return parse_number(field).state == NumberState::number;
}

/// "labels" also goes by "label".
bool is_usual(std::string_view name, std::string_view usual) {
  return !usual.empty() &&
         (name == usual || (usual.ends_with('s') && name == usual.substr(0, usual.size() - 1)));
}

std::string listing(const Fields& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(printable(name, 40));
  return fmt::format("{}", fmt::join(shown, ", "));
}

Fields copy(const std::vector<std::string_view>& fields) {
  return {fields.begin(), fields.end()};
}

/// Where the entries stand, and whether the first row names the columns.
struct Place {
  std::size_t column = 0;
  bool has_header = false;
};

Place find_key(const std::string& label, const Fields& first, const OpenOptions& options) {
  const auto found = std::find(first.begin(), first.end(), options.key);
  if (found != first.end()) return {static_cast<std::size_t>(found - first.begin()), true};
  throw_data(fmt::format(
      "{}: has no column {}{}; its first line is {}", label, in_quotes(options.key),
      did_you_mean(options.key, first, {.before = ", ", .shown = in_quotes}), listing(first)));
}

/// Columns that number or name the rows, or all others.
std::vector<std::size_t> columns_that(bool identify, const Fields& names) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (identifies_rows(names[i]) == identify) found.push_back(i);
  }
  return found;
}

Place find_place(const std::string& label, const Fields& first, const Fields& second,
                 const OpenOptions& options) {
  if (!options.key.empty()) return find_key(label, first, options);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (is_usual(first[i], options.usual_key)) return {i, true};
  }
  const std::vector<std::size_t> likely = columns_that(options.of_ids, first);
  if (first.size() > 1 && likely.size() == 1) return {likely[0], true};
  if (first.size() > 1) {
    throw_data(fmt::format("{}: holds {} columns ({}); specify which with {}", label, first.size(),
                           listing(first), argument(options.key_argument)));
  }
  // A word above numbers names them; so does the 0 that pandas writes above texts.
  const bool names_numbers = !second.empty() && !is_number(first[0]) && is_number(second[0]);
  const bool names_texts = !second.empty() && first[0] == "0" && !is_number(second[0]);
  return {0, names_numbers || names_texts};
}

bool all_numbers(const Fields& fields) {
  return std::all_of(fields.begin(), fields.end(), is_number);
}

/// The entries of one column.
Entries column_entries(const std::string& label, TableRows& rows, const Place& place,
                       const OpenOptions& options) {
  Entries entries;
  entries.label =
      options.key.empty() ? label : fmt::format("{}[{}]", label, printable(options.key));
  std::size_t n_columns = 0;
  RowIdColumns ids;
  for (std::size_t n_rows = 0; rows.next(); ++n_rows) {
    const std::vector<std::string_view>& fields = rows.fields();
    if (n_rows == 0) {
      n_columns = fields.size();
      for (std::size_t i = 0; i < n_columns && place.has_header; ++i) {
        const std::string name(fields[i]);
        if (identifies_rows(name)) ids.watch(i, name);
      }
    }
    if (n_rows == 0 && place.has_header) continue;
    if (fields.size() != n_columns) {
      throw_data(
          fmt::format("{}: has {} fields, the first row has {}; put a text with a comma "
                      "into quotes",
                      rows.place(), fields.size(), n_columns));
    }
    const std::string_view field = fields[place.column];
    if (field.empty()) throw_data(rows.place() + ": the entry is empty; fill it");
    if (!is_name(field)) {
      throw_data(
          fmt::format("{}: {} is not UTF-8 text without control characters; save the file "
                      "as UTF-8",
                      rows.place(), in_quotes(field)));
    }
    entries.texts.emplace_back(field);
    ids.add(fields);
  }
  if (entries.texts.empty()) {
    throw_data(label + ": has a header but no rows; was it written to the end?");
  }
  entries.row_ids = ids.finish();
  return entries;
}

}  // namespace

Entries csv_entries(const SourceFile& file, const OpenOptions& options) {
  const auto rows = csv_rows(file);
  static_cast<void>(rows->next());
  const Fields first = copy(rows->fields());
  const Fields second = rows->next() ? copy(rows->fields()) : Fields();
  const bool is_table = first.size() > 1 && options.key.empty();
  if (is_table && all_numbers(first) && (second.empty() || all_numbers(second))) {
    return entries_of(open_csv(file, {}));
  }
  return column_entries(file.label, *csv_rows(file), find_place(file.label, first, second, options),
                        options);
}

Entries table_entries(const std::string& label, const OpenRows& open, const OpenOptions& options) {
  const auto rows = open();
  static_cast<void>(rows->next());
  const Fields names = copy(rows->fields());
  const Fields first = rows->next() ? copy(rows->fields()) : Fields();
  Place place = find_place(label, names, first, options);
  place.has_header = true;
  return column_entries(label, *open(), place, options);
}

}  // namespace qualm::io
