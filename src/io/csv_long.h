// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/csv_layout.h"
#include "io/csv_rows.h"
#include "qualm/io.h"

namespace qualm::io {

/// Reads a table with one line per number into an array of shape {N,M,K}. Held in memory: 32 bytes
/// per line. Throws data unless each row, member and class is there exactly once.
[[nodiscard]] StoredArray read_long_table(TableRows& rows, const CsvLayout& layout);

}  // namespace qualm::io
