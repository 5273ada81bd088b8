// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "qualm/predictions.h"

namespace qualm::detail {

/// How far a row may be from summing to one, by how precisely its array stores numbers: of an
/// io::StoredArray or a ProbedArray.
template <class Array>
[[nodiscard]] double file_tolerance(const Array& array, std::size_t n_classes) {
  if (array.decimals) return printed_row_sum_tolerance(*array.decimals, n_classes);
  if (array.is_bfloat16) return bfloat16_row_sum_tolerance(n_classes);
  return row_sum_tolerance(array.dtype, n_classes);
}

}  // namespace qualm::detail
