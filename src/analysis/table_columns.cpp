// SPDX-License-Identifier: Apache-2.0
#include "analysis/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/infer_axes.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm {
namespace {

// A column that is 0 in every row may describe the rows.
std::vector<std::string> notes_on_zero_columns(const detail::ProbedArray& table,
                                               const std::string& axes,
                                               const std::vector<std::string>& columns) {
  // A few rows may well give a class no probability.
  constexpr std::size_t least_rows = 20;
  const std::size_t n_axis = axes.find('n'), k_axis = axes.find('k');
  const std::size_t n_rows = table.shape[n_axis];
  if (n_rows < least_rows || columns.size() != table.shape[k_axis]) return {};
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::array<std::size_t, 2> index{};
    index[k_axis] = k;
    while (index[n_axis] < n_rows && table.at(index) == 0) ++index[n_axis];
    if (index[n_axis] < n_rows) continue;
    notes.push_back(
        fmt::format("{}: the column {} is 0 in every row and is used as a class; "
                    "{} specifies the class columns",
                    table.label, io::in_quotes(columns[k]), argument("columns")));
  }
  return notes;
}

}  // namespace

namespace detail {

std::vector<std::string> columns_left_out(const io::StoredArray& array,
                                          const PredictionFiles& files) {
  std::vector<std::string> left_out = array.columns_left_out;
  const std::vector<std::string>& wanted = files.class_names;
  if (!array.names_columns() || wanted.empty() || !files.columns.empty()) return left_out;
  if (std::find_first_of(wanted.begin(), wanted.end(), array.class_names.begin(),
                         array.class_names.end()) == wanted.end()) {
    return left_out;  // the columns are only numbered
  }
  for (const std::string& name : array.class_names) {
    if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) left_out.push_back(name);
  }
  return left_out;
}

}  // namespace detail

// Nobody said which columns are classes: those that hold nothing may be none.
void PredictionSet::note_zero_columns(const std::vector<io::StoredArray>& arrays,
                                      const std::vector<ArrayView>& views) {
  if (files_.input != Input::probs || !files_.columns.empty() || !files_.class_names.empty())
    return;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!arrays[i].names_columns()) continue;
    const auto found = notes_on_zero_columns(
        views.empty() ? detail::probe(arrays[i]) : detail::probe(views[i], arrays[i].label), axes_,
        arrays[i].class_names);
    notes_.insert(notes_.end(), found.begin(), found.end());
  }
}

}  // namespace qualm
