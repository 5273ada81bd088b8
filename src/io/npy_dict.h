// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qualm::io {

/// The three entries of a .npy header.
struct NpyDict {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }: this much of Python's
/// literals and no more, so nesting cannot exhaust the stack. Throws data, starting with `label`.
[[nodiscard]] NpyDict parse_npy_dict(const std::string& label, std::string_view text);

}  // namespace qualm::io
