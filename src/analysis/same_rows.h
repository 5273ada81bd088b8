// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/io.h"

namespace qualm::detail {

/// The columns of a table that identify its rows.
struct RowsOf {
  const std::string& label;
  const std::vector<io::RowIds>& ids;
};

/// Throws data, naming the first row that differs, if columns of the same name identify other rows
/// in the one than in the other. A default index, 0, 1, 2, ..., beside other IDs identifies
/// nothing.
void check_same_rows(const RowsOf& these, const RowsOf& others);

/// Notes on the columns that identify the rows but were compared with none of the same name in
/// `others`. Those that count the rows identify nothing.
[[nodiscard]] std::vector<std::string> note_not_compared(const RowsOf& these,
                                                         const std::vector<RowsOf>& others);

}  // namespace qualm::detail
