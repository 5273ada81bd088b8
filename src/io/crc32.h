// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace qualm::io {

/// The CRC of zip archives (ISO 3309, reflected polynomial 0xEDB88320), continued from `crc`.
[[nodiscard]] std::uint32_t crc32(std::uint32_t crc, std::string_view bytes) noexcept;

}  // namespace qualm::io
