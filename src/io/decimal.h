// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace qualm::io {

/// The double nearest to digits * 10^exponent, ties to even: what std::from_chars gives.
/// Nothing for exponents that it does not know, those beyond +-27.
[[nodiscard]] std::optional<double> nearest_double(std::uint64_t digits, int exponent) noexcept;

}  // namespace qualm::io
