// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/column_roles.h"
#include "io/source.h"
#include "qualm/io.h"

namespace qualm::io {

/// How the columns of a CSV file make an array.
struct CsvLayout {
  char delimiter = ',';
  bool has_header = false;                ///< the first row names the columns
  bool first_row_may_be_header = false;   ///< it counts the columns
  bool first_row_may_be_data = false;     ///< a header of numbers such as -1 or 1.0
  std::vector<std::string> column_names;  ///< of a header or of a comment above, else empty
  std::size_t n_columns = 0;

  /// One line a number: columns row, member, class, prob, in this order of indices.
  bool is_long = false;
  std::array<std::size_t, 4> long_columns{};

  /// Else one line per instance: where each column's number stands in it, ignored for none.
  static constexpr std::size_t ignored = static_cast<std::size_t>(-1);
  std::vector<std::size_t> slots;
  std::vector<std::size_t> row_shape;  ///< {}, {K} or {M,K}
  std::vector<std::string> class_names;

  std::vector<ColumnRole> roles;  ///< of each column of a header; one in use is a value
  /// Nobody said which columns are classes: check_contents must agree.
  bool were_chosen_by_role = false;
  bool is_renumbered = false;  ///< classes are called 0, 1, ..., and stand in another order
  /// Columns of numbers that OpenOptions::likely_columns left out.
  std::vector<std::string> columns_left_out;
  std::string label;
  [[nodiscard]] std::vector<std::string> notes() const;
};

/// The same for columns that have these names. `place` is that of the names, `first` are the fields
/// of the first row.
void settle_columns(CsvLayout& layout, const std::string& place,
                    const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& first, const OpenOptions& options);

/// Tells the layout from the first two rows. Throws data if a header fits none, usage if a column
/// that is asked for is missing.
[[nodiscard]] CsvLayout find_csv_layout(const SourceFile& file, const OpenOptions& options);

}  // namespace qualm::io
