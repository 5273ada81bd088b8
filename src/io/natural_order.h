// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm::io {

/// Whether a comes before b where digits count as numbers: preds-2 before preds-10.
[[nodiscard]] bool comes_before(std::string_view a, std::string_view b) noexcept;

}  // namespace qualm::io
