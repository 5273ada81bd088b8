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

/// The elements at `first`, `first` + stride, ... as double, as many as there is room for.
inline void load_elements(const std::byte* first, std::ptrdiff_t stride, DType dtype,
                          bool byte_swapped, std::span<double> to) noexcept {
  const auto load_native = [&]<class T>(T /*of this type*/) {
    for (double& value : to) {
      T element;
      std::memcpy(&element, first, sizeof(T));
      value = static_cast<double>(element);
      first += stride;
    }
  };
  if (dtype == DType::f64 && !byte_swapped) return load_native(double{});
  if (dtype == DType::f32 && !byte_swapped) return load_native(float{});
  if (dtype == DType::boolean || dtype == DType::u8) return load_native(std::uint8_t{});
  for (double& value : to) {
    value = load_element(first, dtype, byte_swapped);
    first += stride;
  }
}

}  // namespace qualm
