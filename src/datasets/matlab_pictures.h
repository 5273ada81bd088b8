// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/datasets/load.h"

namespace qualm {

/// What a MATLAB file of version 5 begins with.
inline constexpr std::string_view matlab_magic = "MATLAB 5.0 MAT-file";

/// Reads a MATLAB file as SVHN has it: X, uint8 of 32 x 32 x 3 x N, and y, labels 1 ... 10, where
/// 10 is the digit 0. Only the first `limit` (0: all). Throws data if the file is truncated,
/// damaged or holds something else.
void read_matlab_pictures(const std::string& path, std::size_t limit, Dataset& into);

}  // namespace qualm
