// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace qualm {

// What libmatio does not check: it fills up truncated data, and allocates what a header claims.

/// Throws data unless the elements of a MATLAB file of version 5 follow one another to its very
/// end.
void check_matlab_elements(const std::string& path);
/// Throws data if a file of this length cannot hold uint8 numbers of that shape, packed or not.
void check_matlab_size(const std::string& path, std::span<const std::size_t> shape);

}  // namespace qualm
