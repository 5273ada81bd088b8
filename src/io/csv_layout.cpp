// SPDX-License-Identifier: Apache-2.0
#include "io/csv_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "error/choose.h"
#include "io/csv_header.h"
#include "io/csv_number.h"
#include "io/csv_rows.h"
#include "io/name_index.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view long_names[] = {"row", "member", "class", "prob"};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

using FieldViews = std::vector<std::string_view>;

void set_numbers_only(CsvLayout& layout) {
  layout.slots.resize(layout.n_columns);
  std::iota(layout.slots.begin(), layout.slots.end(), std::size_t{0});
  if (layout.n_columns > 1) layout.row_shape = {layout.n_columns};
}

bool is_in(std::size_t column, const std::vector<std::size_t>& columns) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

std::vector<std::size_t> with_role(const CsvLayout& layout,
                                   std::initializer_list<ColumnRole> wanted) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < layout.roles.size(); ++i) {
    if (std::find(wanted.begin(), wanted.end(), layout.roles[i]) != wanted.end()) {
      columns.push_back(i);
    }
  }
  return columns;
}

/// Throws if a column is neither in use nor one that is left out.
void refuse_other_columns(CsvLayout& layout, std::string_view expected,
                          const std::vector<std::size_t>& used) {
  const Names& names = layout.column_names;
  for (const std::size_t i : used) layout.roles[i] = ColumnRole::value;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_in(i, used) || layout.roles[i] != ColumnRole::value) continue;
    throw_data(
        fmt::format("{}: column {} ({}) is neither {} nor row, id, index or label; rename or "
                    "remove it",
                    layout.label, i + 1, in_quotes(names[i]), expected));
  }
}

bool set_long(CsvLayout& layout) {
  const Names& names = layout.column_names;
  std::vector<std::size_t> used;
  for (const std::string_view name : long_names) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return false;
    used.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  refuse_other_columns(layout, "row, member, class, prob", used);
  layout.were_chosen_by_role = true;
  std::copy(used.begin(), used.end(), layout.long_columns.begin());
  layout.is_long = true;
  return true;
}

/// p_<member>_<class>, one column for each pair.
bool set_wide(CsvLayout& layout) {
  std::vector<std::size_t> used;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  NameIndex members, classes;
  const Names& names = layout.column_names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = names[i];
    const auto second = name.starts_with("p_") ? name.find('_', 2) : std::string_view::npos;
    if (second == std::string_view::npos) continue;
    used.push_back(i);
    pairs.emplace_back(members.add(name.substr(2, second - 2)),
                       classes.add(name.substr(second + 1)));
  }
  if (used.empty()) return false;
  refuse_other_columns(layout, "p_<member>_<class>", used);
  layout.were_chosen_by_role = true;

  // Column names are unique, so a full count is a full table.
  const std::size_t n_members = members.size(), n_classes = classes.size();
  if (n_members * n_classes != used.size()) {
    std::sort(pairs.begin(), pairs.end());
    std::size_t i = 0;
    while (i < pairs.size() && pairs[i].first * n_classes + pairs[i].second == i) ++i;
    throw_data(fmt::format("{}: the column {} is missing; each member needs each class",
                           layout.label,
                           in_quotes(fmt::format("p_{}_{}", members.name(i / n_classes),
                                                 classes.name(i % n_classes)))));
  }
  const auto member_positions = members.positions(), class_positions = classes.positions();
  for (std::size_t i = 0; i < used.size(); ++i) {
    layout.slots[used[i]] =
        member_positions[pairs[i].first] * n_classes + class_positions[pairs[i].second];
  }
  layout.row_shape = {n_members, n_classes};
  if (!classes.is_numbering()) layout.class_names = classes.names();
  return true;
}

void set_classes(CsvLayout& layout, const std::vector<std::size_t>& values) {
  NameIndex classes;
  for (const std::size_t i : values) layout.roles[i] = ColumnRole::value;
  for (const std::size_t i : values) static_cast<void>(classes.add(layout.column_names[i]));
  const auto positions = classes.positions();
  for (std::size_t i = 0; i < values.size(); ++i) layout.slots[values[i]] = positions[i];
  if (values.size() == 1) return;
  layout.row_shape = {values.size()};
  layout.is_renumbered = !std::is_sorted(positions.begin(), positions.end());
  if (!classes.is_numbering()) layout.class_names = classes.names();
}

/// One column per class.
void set_named(CsvLayout& layout) {
  const Names& names = layout.column_names;
  std::vector<std::size_t> values = with_role(layout, {ColumnRole::value});
  // Fewer than two classes would be left: reading the texts as numbers says what is wrong.
  if (values.size() < 2) values = with_role(layout, {ColumnRole::value, ColumnRole::text});
  if (values.empty()) values = with_role(layout, {ColumnRole::label});
  if (values.empty()) values = {0};
  for (const std::size_t i : values) {
    if (values.size() > 1 && is_one_of(names[i], {"member", "prob"})) {
      throw_data(
          fmt::format("{}: has a column {} but not all of row, member, class, prob; the long "
                      "layout needs these four",
                      layout.label, names[i]));
    }
  }
  layout.were_chosen_by_role = true;
  set_classes(layout, values);
}

/// Where these columns stand; nothing if one is missing.
std::vector<std::size_t> find_columns(const CsvLayout& layout, const Names& wanted) {
  std::vector<std::size_t> values;
  for (const std::string& name : wanted) {
    const auto found = std::find(layout.column_names.begin(), layout.column_names.end(), name);
    if (found == layout.column_names.end()) return {};
    values.push_back(static_cast<std::size_t>(found - layout.column_names.begin()));
  }
  return values;
}

/// The columns that somebody asked for; false if one is missing.
bool set_columns(CsvLayout& layout, const Names& wanted) {
  const std::vector<std::size_t> values = find_columns(layout, wanted);
  if (values.empty()) return false;
  set_classes(layout, values);
  return true;
}

/// The columns of these classes, in the order of the header, which says what numbers of classes
/// count; false if one is missing.
bool set_likely_columns(CsvLayout& layout, const Names& likely) {
  std::vector<std::size_t> values = find_columns(layout, likely);
  if (values.empty()) return false;
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < layout.n_columns; ++i) {
    if (is_in(i, values) || layout.roles[i] != ColumnRole::value) continue;
    layout.columns_left_out.push_back(layout.column_names[i]);
  }
  set_classes(layout, values);
  if (layout.class_names.empty()) {  // numbers from 0 on, which are names to whoever asks for them
    for (std::size_t k = 0; k < values.size(); ++k) layout.class_names.push_back(std::to_string(k));
  }
  return true;
}

[[noreturn]] void refuse_columns(const CsvLayout& layout, const Names& wanted) {
  const Names& names = layout.column_names;
  for (const std::string& name : wanted) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string otherwise =
        names.empty() ? "it has no header: leave " + argument("columns") + " out"
                      : fmt::format("its first one is {}", in_quotes(names.front()));
    throw_usage(
        fmt::format("{}: has no column {}; {}", layout.label, in_quotes(name),
                    did_you_mean(name, names, {.otherwise = otherwise, .shown = in_quotes})));
  }
  throw_usage(layout.label + ": " + argument("columns") + " names no column");
}

TableColumn seen_first(std::string name, std::string_view field) {
  const TextNumber number = parse_number(field);
  ColumnWatch watch;
  if (number.state == NumberState::number) watch.add(number.value);
  TableColumn column = watch.finish();
  column.name = std::move(name);
  column.is_text =
      number.state == NumberState::no_number && !field.empty() && !looks_like_data(field);
  return column;
}

void set_names(CsvLayout& layout, const std::vector<std::string_view>& fields,
               const std::string& place) {
  NameIndex unique;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!is_name(fields[i])) {
      throw_data(
          fmt::format("{}, column {}: the name {} is not UTF-8 text without control characters; "
                      "rename the column, or save the file as UTF-8",
                      place, i + 1, in_quotes(fields[i])));
    }
    if (fields[i].empty() && i > 0) {
      throw_data(fmt::format("{}, column {}: has no name; name or remove it", place, i + 1));
    }
    if (unique.add(fields[i]) != i) {
      throw_data(fmt::format("{}, column {}: the name {} occurs twice; rename or remove one", place,
                             i + 1, in_quotes(fields[i])));
    }
    layout.column_names.emplace_back(fields[i]);
  }
}

}  // namespace

std::vector<std::string> CsvLayout::notes() const {
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < roles.size() && were_chosen_by_role; ++i) {
    if (roles[i] != ColumnRole::value) left_out.push_back(column_names[i]);
  }
  std::vector<std::string> found = note_left_out(label, left_out);
  if (!has_header && first_row_may_be_header) {
    found.push_back(
        fmt::format("{}: the first row, which counts the {} columns, is read as data; "
                    "if it names them, remove it",
                    label, n_columns));
  }
  if (has_header && first_row_may_be_data) {
    found.push_back(label +
                    ": the first row, which holds whole numbers, is read as the names of the "
                    "columns; if it is data, write its numbers with decimals");
  }
  if (is_renumbered) {
    found.push_back(label + ": the columns are classes by their numbers, not by position");
  }
  return found;
}

void settle_columns(CsvLayout& layout, const std::string& place,
                    const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& first, const OpenOptions& options) {
  layout.has_header = true;
  layout.n_columns = names.size();
  set_names(layout, names, place);
  layout.slots.assign(layout.n_columns, CsvLayout::ignored);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view field = i < first.size() ? first[i] : std::string_view();
    layout.roles.push_back(role_of(seen_first(layout.column_names[i], field)));
  }
  if (!options.columns.empty()) {
    if (!set_columns(layout, options.columns)) refuse_columns(layout, options.columns);
    return;
  }
  if (set_long(layout) || set_wide(layout)) return;
  if (!set_likely_columns(layout, options.likely_columns)) set_named(layout);
}

CsvLayout find_csv_layout(const SourceFile& file, const OpenOptions& options) {
  RowReader rows(file);
  std::string_view row;
  if (!rows.next(row)) throw_data(file.label + ": holds no rows; was it written to the end?");
  const std::string first(row);
  if (first.find('\r') != std::string::npos) {
    throw_data(rows.place() +
               ": holds carriage returns; save the file with line feeds (LF) at the "
               "ends of its lines");
  }
  const std::string place = rows.place(), comment = rows.comment();
  CsvLayout layout;
  layout.label = file.label;
  layout.delimiter = find_delimiter(first);
  FieldSplitter splitter(layout.delimiter);
  const std::vector<std::string_view>& fields = splitter.split(first, rows);
  layout.n_columns = fields.size();
  const std::string second(rows.next(row) ? row : std::string_view());
  FieldSplitter splitter_below(layout.delimiter);
  const FieldViews below = second.empty() ? FieldViews() : splitter_below.split(second, rows);
  layout.has_header = is_header(fields, below);
  layout.first_row_may_be_data = std::any_of(fields.begin(), fields.end(), looks_like_data);
  layout.first_row_may_be_header = may_be_header(fields);
  if (!layout.has_header) {
    FieldSplitter splitter_above(layout.delimiter);
    const bool is_quoted = comment.find('"') != std::string::npos;
    const FieldViews above = is_quoted ? FieldViews() : splitter_above.split(comment, rows);
    if (names_columns(above, fields.size())) {
      settle_columns(layout, place, above, fields, options);
      layout.has_header = false;
      return layout;
    }
    if (!options.columns.empty()) refuse_columns(layout, options.columns);
    set_numbers_only(layout);
    return layout;
  }
  if (below.empty())
    throw_data(file.label + ": has a header but no rows; was it written to the end?");
  settle_columns(layout, place, fields, below, options);
  return layout;
}

}  // namespace qualm::io
