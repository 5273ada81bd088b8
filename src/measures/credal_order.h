// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace qualm::detail {

struct MatrixOrder {
  std::vector<std::size_t> rows, columns;
};

/// An order of the rows and columns of a matrix that follows from its numbers. Needs different
/// rows. Two rows or columns keep the order in which they came only where no chain of sorting rows
/// by columns and columns by rows distinguishes them: where the matrix is symmetric in them.
[[nodiscard]] MatrixOrder canonical_order(const std::vector<double>& values, std::size_t n_rows,
                                          std::size_t n_columns);

}  // namespace qualm::detail
