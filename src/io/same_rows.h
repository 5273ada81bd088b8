// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qualm/io.h"

namespace qualm::io {

/// The columns of a table that identify its rows.
struct RowsOf {
  const std::string& label;
  const std::vector<RowIds>& ids;
};

/// Throws data, naming the first row that differs, if columns of the same name identify other rows
/// in the one than in the other. A default index, 0, 1, 2, ..., beside other IDs identifies
/// nothing.
void check_same_rows(const RowsOf& these, const RowsOf& others);

/// Notes on the columns that identify the rows but were compared with none of the same name in
/// `others`, for the reason given. Those that count the rows identify nothing.
[[nodiscard]] std::vector<std::string> note_not_compared(const RowsOf& these,
                                                         const std::vector<RowsOf>& others,
                                                         std::string_view reason);

}  // namespace qualm::io
