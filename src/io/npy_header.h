// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/array.h"

namespace qualm::io {

/// What stands before the numbers of a .npy file (format versions 1, 2 and 3).
struct NpyHeader {
  DType dtype = DType::f64;
  bool byte_swapped = false;
  bool fortran_order = false;
  std::vector<std::size_t> shape;  ///< at least one axis, none of length 0
  std::uint64_t data_bytes = 0;
};

inline constexpr std::string_view npy_magic = "\x93NUMPY";
/// The first bytes that tell how long the header is.
inline constexpr std::size_t npy_preamble_size = 12;

/// Bytes from the start of the file to the first number. Throws data if it is no .npy file or the
/// header is longer than any array of numbers needs, so that nobody allocates what it claims.
[[nodiscard]] std::size_t npy_header_size(const std::string& label, std::string_view preamble);

/// Reads the header, npy_header_size() bytes. Throws data if it is malformed, or describes
/// something else than an array of numbers.
[[nodiscard]] NpyHeader parse_npy_header(const std::string& label, std::string_view header);

/// Throws data unless exactly `held` bytes, those behind the header, are what the header promises.
void check_npy_size(const std::string& label, const NpyHeader& header, std::uint64_t held);

}  // namespace qualm::io
