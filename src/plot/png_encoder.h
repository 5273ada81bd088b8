// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "qualm/plot.h"

namespace qualm::plot {

/// The bytes of a PNG file with these pixels, 8 bits a channel. Needs what validate() demands of an
/// image. Throws internal if zlib fails.
[[nodiscard]] std::string encode_png(const Image& image);

/// Each pixel as a square of factor x factor pixels.
[[nodiscard]] Image enlarge(const Image& image, std::size_t factor);

}  // namespace qualm::plot
