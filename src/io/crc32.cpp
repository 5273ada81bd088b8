// SPDX-License-Identifier: Apache-2.0
#include "io/crc32.h"

#include <array>

namespace qualm::io {
namespace {

// Eight bytes a step ("slicing by 8"): table j advances a byte by j further bytes of zeros.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][i] = value;
  }
  for (std::size_t j = 1; j < 8; ++j) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[j - 1][i];
      tables[j][i] = (before >> 8) ^ tables[0][before & 0xFFU];
    }
  }
  return tables;
}
constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32(std::uint32_t crc, std::string_view bytes) noexcept {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  };
  crc = ~crc;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    crc ^= byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    crc = tables[7][crc & 0xFFU] ^ tables[6][crc >> 8 & 0xFFU] ^ tables[5][crc >> 16 & 0xFFU] ^
          tables[4][crc >> 24] ^ tables[3][byte(4)] ^ tables[2][byte(5)] ^ tables[1][byte(6)] ^
          tables[0][byte(7)];
  }
  for (const char c : bytes)
    crc = (crc >> 8) ^ tables[0][(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
  return ~crc;
}

}  // namespace qualm::io
