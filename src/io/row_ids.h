// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/spool.h"
#include "qualm/io.h"

namespace qualm::io {

/// Hashes the columns of a table that identify the rows, in bounded memory.
class RowIdColumns {
 public:
  void watch(std::size_t column, const std::string& name);
  /// The fields of one row, one per column of the table.
  void add(std::span<const std::string_view> fields);
  [[nodiscard]] std::vector<RowIds> finish();

 private:
  struct Watched {
    std::size_t column;
    std::string name;
    Spool hashes;
  };
  std::vector<Watched> watched_;
};

/// True if no two rows have the same ID. Needs memory for all.
[[nodiscard]] bool are_distinct(const RowIds& ids);

}  // namespace qualm::io
