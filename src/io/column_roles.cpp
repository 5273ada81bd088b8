// SPDX-License-Identifier: Apache-2.0
#include "io/column_roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

// A count that fewer rows show can be chance.
constexpr std::size_t least_rows_counted = 4;

bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

// So pandas calls its index when it reads what it wrote.
bool is_unnamed(std::string_view name) {
  return name.starts_with("Unnamed: ");
}

// Whatever such a column holds, it describes the rows.
bool is_reserved(std::string_view name) {
  return is_any(name, {"row", "id", "index", "label", ""});
}

bool may_be_id(std::string_view name) {
  return is_any(
      name, {"row", "id", "index", "idx", "sample", "instance", "row_id", "sample_id", "image_id",
             "instance_id", "example_id", "file", "filename", "file_name", "path", "image"});
}

bool may_be_label(std::string_view name) {
  return is_any(
      name, {"label",  "labels", "target",     "targets",      "y",          "y_true",     "y_test",
             "y_pred", "truth",  "gt",         "ground_truth", "true_label", "true_class", "class",
             "pred",   "preds",  "prediction", "predicted",    "pred_label", "class_id"});
}

[[noreturn]] void refuse(const std::string& label, const TableColumn& column,
                         std::string_view what) {
  throw_data(fmt::format("{}: column {} {} specify the class columns with {}", label,
                         in_quotes(column.name), what, argument("columns")));
}

}  // namespace

ColumnRole role_of(const TableColumn& column) {
  if (is_reserved(column.name)) {
    return column.name == "label" ? ColumnRole::label : ColumnRole::id;
  }
  const std::string name = lower(column.name);
  if ((column.is_text || column.starts_whole) && (may_be_id(name) || is_unnamed(column.name))) {
    return ColumnRole::id;
  }
  if (column.is_text) return ColumnRole::text;
  return column.starts_whole && may_be_label(name) ? ColumnRole::label : ColumnRole::value;
}

bool identifies_rows(const std::string& column) {
  TableColumn whole;
  whole.name = column;
  whole.starts_whole = true;
  return role_of(whole) == ColumnRole::id;
}

void check_contents(const std::string& label, const std::vector<TableColumn>& columns,
                    const std::vector<ColumnRole>& roles) {
  std::size_t n_values = 0;
  bool any_fraction = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (roles[i] != ColumnRole::value) continue;
    ++n_values;
    any_fraction = any_fraction || columns[i].has_fraction;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const TableColumn& column = columns[i];
    if (column.is_text) continue;
    if (roles[i] == ColumnRole::value) {
      if (n_values > 1 && any_fraction && column.counts_rows) {
        refuse(label, column, "counts the rows and is not a class: rename it to id, or");
      }
    } else if (column.has_fraction && (n_values > 1 || !is_reserved(column.name))) {
      refuse(label, column,
             "is named like row numbers or labels, but holds fractions like a class:");
    } else if (n_values > 1 && !any_fraction && column.name != "label" &&
               !(roles[i] == ColumnRole::id && column.is_distinct)) {
      refuse(label, column,
             "is named like row numbers or labels, but all other columns hold whole numbers too: "
             "rename it to label if it has the labels, or");
    }
  }
}

void ColumnWatch::add(double value) noexcept {
  const bool is_fraction = std::isfinite(value) && value != std::floor(value);
  if (n_rows_ == 0) {
    column_.starts_whole = std::isfinite(value) && !is_fraction;
    column_.is_distinct = true;
    counts_ = value == 0 || value == 1;
  } else {
    column_.is_distinct = column_.is_distinct && value > last_;
    counts_ = counts_ && value == last_ + 1;
  }
  column_.has_fraction = column_.has_fraction || is_fraction;
  last_ = value;
  ++n_rows_;
}

TableColumn ColumnWatch::finish() const {
  TableColumn column = column_;
  column.counts_rows = counts_ && n_rows_ >= least_rows_counted;
  return column;
}

std::vector<std::string> note_left_out(const std::string& label,
                                       const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    shown.push_back(name.empty() ? "without a name" : in_quotes(name));
  }
  return {fmt::format("{}: left out the column{} {}; {} specifies the class columns", label,
                      names.size() == 1 ? "" : "s", fmt::join(shown, ", "), argument("columns"))};
}

ChosenColumns choose_columns(const std::string& label, const std::vector<TableColumn>& columns) {
  std::vector<ColumnRole> roles;
  for (const TableColumn& column : columns) {
    roles.push_back(columns.size() == 1 && !column.is_text ? ColumnRole::value : role_of(column));
  }
  check_contents(label, columns, roles);
  ChosenColumns chosen;
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (roles[i] == ColumnRole::value) {
      chosen.values.push_back(i);
      continue;
    }
    left_out.push_back(columns[i].name);
  }
  chosen.notes = note_left_out(label, left_out);
  return chosen;
}

}  // namespace qualm::io
