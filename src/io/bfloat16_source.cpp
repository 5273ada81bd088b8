// SPDX-License-Identifier: Apache-2.0
#include "io/bfloat16_source.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace qualm::io {

void Bfloat16Source::read(std::uint64_t offset, std::span<std::byte> out) const {
  std::array<std::byte, 8192> shorts;
  std::array<std::uint32_t, shorts.size() / 2> floats;
  while (!out.empty()) {
    const std::uint64_t first = offset / 4;
    const auto within = static_cast<std::size_t>(offset % 4);
    const std::size_t count = std::min(floats.size(), (within + out.size() + 3) / 4);
    bytes_->read(first_byte_ + 2 * first, std::span(shorts).first(2 * count));
    for (std::size_t i = 0; i < count; ++i) {
      floats[i] = static_cast<std::uint32_t>(shorts[2 * i]) << 16U |
                  static_cast<std::uint32_t>(shorts[2 * i + 1]) << 24U;
    }
    const std::size_t n_bytes = std::min(out.size(), 4 * count - within);
    std::memcpy(out.data(), reinterpret_cast<const std::byte*>(floats.data()) + within, n_bytes);
    offset += n_bytes;
    out = out.subspan(n_bytes);
  }
}

}  // namespace qualm::io
