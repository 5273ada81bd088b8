// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "qualm/array.h"

namespace qualm {

/// The element at `address`, which need not be aligned, in its own type; float16 as float.
template <class T>
[[nodiscard]] T load_plain(const std::byte* address, bool byte_swapped) noexcept {
  std::byte bytes[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes[i] = address[byte_swapped ? sizeof(T) - 1 - i : i];
  }
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// The element at `address` as double.
[[nodiscard]] inline double load_element(const std::byte* address, DType dtype,
                                         bool byte_swapped) noexcept {
  switch (dtype) {
    case DType::f16:
      return half_to_float(load_plain<std::uint16_t>(address, byte_swapped));
    case DType::f32:
      return load_plain<float>(address, byte_swapped);
    case DType::f64:
      return load_plain<double>(address, byte_swapped);
    case DType::i8:
      return load_plain<std::int8_t>(address, byte_swapped);
    case DType::i16:
      return load_plain<std::int16_t>(address, byte_swapped);
    case DType::i32:
      return load_plain<std::int32_t>(address, byte_swapped);
    case DType::i64:
      return static_cast<double>(load_plain<std::int64_t>(address, byte_swapped));
    case DType::u8:
    case DType::boolean:
      return load_plain<std::uint8_t>(address, byte_swapped);
    case DType::u16:
      return load_plain<std::uint16_t>(address, byte_swapped);
    case DType::u32:
      return load_plain<std::uint32_t>(address, byte_swapped);
    case DType::u64:
      return static_cast<double>(load_plain<std::uint64_t>(address, byte_swapped));
  }
  return 0;
}

/// Elements that lie side by side, as many as `values` has room for.
inline void load_elements(const std::byte* address, DType dtype, bool byte_swapped,
                          std::span<double> values) noexcept {
  if (dtype == DType::f32 && !byte_swapped) {  // as most are: no question asked of each
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = load_plain<float>(address + i * sizeof(float), false);
    }
    return;
  }
  const std::size_t size = item_size(dtype);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = load_element(address + i * size, dtype, byte_swapped);
  }
}

}  // namespace qualm
