// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm::io {

/// What stands before the numbers of a .npy file (version 1), a multiple of 64 bytes, and how many
/// bytes follow it. Throws internal if shape and numbers do not fit, data if a text is not UTF-8.
struct NpyStart {
  std::string header;
  std::uint64_t data_bytes = 0;
};
[[nodiscard]] NpyStart npy_start(const NamedArray& array);

/// Gives the bytes that follow, piece by piece.
void visit_npy_data(const NamedArray& array, const std::function<void(std::string_view)>& visit);

}  // namespace qualm::io
