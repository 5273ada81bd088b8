// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "qualm/analysis/pictures.h"

namespace qualm::page {

/// A PNG file with the picture, made smaller by a whole factor so that no side is longer than
/// `longest_side`: each pixel is the mean of a square.
[[nodiscard]] std::string thumbnail(const Picture& picture, std::size_t longest_side);

}  // namespace qualm::page
