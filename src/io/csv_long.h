// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/csv_layout.h"
#include "qualm/io.h"

namespace qualm::io {

/// Reads a file with one line a number into an array of shape {N,M,K}. Held in memory: 32 bytes a
/// line. Throws data unless each row, member and class is there exactly once.
[[nodiscard]] StoredArray read_long_csv(const SourceFile& file, const CsvLayout& layout);

}  // namespace qualm::io
