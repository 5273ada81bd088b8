// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "io/array_header.h"

namespace qualm::io {

/// The format of MNIST and its kin: two zero bytes, a type, the number of axes, their lengths, the
/// numbers, all with the most significant byte first.
inline constexpr std::size_t most_idx_axes = 8;
inline constexpr std::size_t longest_idx_header = 4 + 4 * most_idx_axes;

/// True if the bytes begin like an idx file.
[[nodiscard]] bool is_idx(std::string_view start) noexcept;
/// Needs is_idx.
[[nodiscard]] std::size_t idx_header_size(std::string_view start) noexcept;
/// `most_bytes` is what the file can hold. Throws data if the header is cut off or describes
/// nothing, or fits only with its lengths read in the wrong byte order.
[[nodiscard]] ArrayHeader parse_idx_header(const std::string& label, std::string_view header,
                                           std::uint64_t most_bytes);

}  // namespace qualm::io
