// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::plot {

/// RFC 4648, with padding, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace qualm::plot
