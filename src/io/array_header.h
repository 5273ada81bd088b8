// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "qualm/array.h"

namespace qualm::io {

/// What stands before the numbers of a .npy or idx file.
struct ArrayHeader {
  DType dtype = DType::f64;
  bool byte_swapped = false;
  bool fortran_order = false;
  std::vector<std::size_t> shape;  ///< at least one axis, none of length 0
  std::uint64_t data_bytes = 0;
};

/// Computes data_bytes. Throws data if the shape has no axis or one of length 0 (but for the first
/// where that may be), or if that many bytes cannot be.
void settle_size(const std::string& label, ArrayHeader& header, bool may_have_no_rows = false);

/// Throws data unless exactly `held` bytes, those behind the header, are what the header promises.
void check_array_size(const std::string& label, const ArrayHeader& header, std::uint64_t held);

}  // namespace qualm::io
