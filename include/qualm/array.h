// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qualm {

/// Element types that qualm reads.
enum class DType { f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, boolean };

/// Bytes of one element.
[[nodiscard]] std::size_t item_size(DType dtype) noexcept;
/// The numpy name: "float32", "int64", ...
[[nodiscard]] std::string_view name(DType dtype) noexcept;
[[nodiscard]] bool is_floating(DType dtype) noexcept;

/// "1000x5x10"
[[nodiscard]] std::string shape_text(std::span<const std::size_t> shape);

/// A non-owning view of an array: type, byte order, shape and strides. The memory must outlive the
/// view. Strides are in bytes and may be negative or zero.
struct ArrayView {
  const std::byte* data = nullptr;
  DType dtype = DType::f64;
  bool byte_swapped = false;  ///< true if the elements are not in this machine's byte order
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> strides;

  [[nodiscard]] std::size_t n_axes() const noexcept { return shape.size(); }

  /// One element as double; exact for every type but 64-bit integers beyond 2^53.
  /// Needs: index has n_axes() entries, each below shape.
  [[nodiscard]] double at(std::span<const std::size_t> index) const noexcept;
};

/// A view of memory in C order (last axis fastest) or Fortran order (first axis fastest).
[[nodiscard]] ArrayView contiguous_view(const void* data, DType dtype,
                                        std::vector<std::size_t> shape, bool fortran_order = false);
[[nodiscard]] ArrayView contiguous_view(std::span<const float> data,
                                        std::vector<std::size_t> shape);
[[nodiscard]] ArrayView contiguous_view(std::span<const double> data,
                                        std::vector<std::size_t> shape);

/// The same memory with its axes in another order: axis j of the result is axis order[j] of `view`.
/// Throws usage if `order` is not a permutation of the axes.
[[nodiscard]] ArrayView permute(const ArrayView& view, std::span<const std::size_t> order);

/// IEEE binary16 bits to float, exact for every value (subnormals, infinities, NaN).
[[nodiscard]] float half_to_float(std::uint16_t bits) noexcept;
/// Float to IEEE binary16 bits, round to nearest even.
[[nodiscard]] std::uint16_t float_to_half(float value) noexcept;

}  // namespace qualm
