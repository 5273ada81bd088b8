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

}  // namespace qualm::detail
