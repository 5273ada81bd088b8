// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qualm/io.h"

namespace qualm::io {

/// What a column of a table is for: a class (or a member of votes), or left out because it
/// identifies the rows, has their labels, or holds texts.
enum class ColumnRole { value, id, label, text };

/// By name and first entry. row, id, index, label and no name say it alone; others, such as sample
/// and target, only of a column that starts with a whole number.
[[nodiscard]] ColumnRole role_of(const TableColumn& column);

/// Throws data if the entries of all rows contradict the roles: a column that is left out has
/// numbers like those of the classes, or a class counts the rows.
void check_contents(const std::string& label, const std::vector<TableColumn>& columns,
                    const std::vector<ColumnRole>& roles);

/// Gathers over all rows what TableColumn has.
class ColumnWatch {
 public:
  /// False once nothing more is to be learnt.
  [[nodiscard]] bool goes_on() const noexcept { return !column_.has_fraction; }
  [[nodiscard]] bool is_empty() const noexcept { return n_rows_ == 0; }
  void add(double value) noexcept;
  /// The name and kind are to be filled in; is_distinct is only seen of entries that increase.
  [[nodiscard]] TableColumn finish() const;

 private:
  TableColumn column_;
  double last_ = 0;
  std::size_t n_rows_ = 0;
  bool counts_ = true;
};

/// "left out the columns ..."; empty if there are none.
[[nodiscard]] std::vector<std::string> note_left_out(const std::string& label,
                                                     const std::vector<std::string>& names);

}  // namespace qualm::io
