// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "analysis/infer_axes.h"
#include "io/text.h"

namespace qualm::detail {

std::vector<std::string> notes_on_zero_columns(const ProbedArray& table, const std::string& axes,
                                               const std::vector<std::string>& columns) {
  // A few rows may well give a class no probability.
  constexpr std::size_t least_rows = 20;
  const std::size_t n_axis = axes.find('n'), k_axis = axes.find('k');
  const std::size_t n_rows = table.shape[n_axis];
  if (n_rows < least_rows) return {};
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::array<std::size_t, 2> index{};
    index[k_axis] = k;
    while (index[n_axis] < n_rows && table.at(index) == 0) ++index[n_axis];
    if (index[n_axis] < n_rows) continue;
    notes.push_back(
        fmt::format("{}: the column {} is 0 in every row and was taken as a class; "
                    "--columns says which columns are classes",
                    table.label, io::in_quotes(columns[k])));
  }
  return notes;
}

}  // namespace qualm::detail
