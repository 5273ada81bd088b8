// SPDX-License-Identifier: Apache-2.0
#include "dlpack.h"

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <optional>

namespace qualm::python {
namespace {

struct Row {
  std::uint8_t code, bits;
  DType dtype;
};
// Codes: 0 signed, 1 unsigned, 2 float, 6 bool.
constexpr Row rows[] = {{2, 16, DType::f16}, {2, 32, DType::f32}, {2, 64, DType::f64},
                        {0, 8, DType::i8},   {0, 16, DType::i16}, {0, 32, DType::i32},
                        {0, 64, DType::i64}, {1, 8, DType::u8},   {1, 16, DType::u16},
                        {1, 32, DType::u32}, {1, 64, DType::u64}, {6, 8, DType::boolean}};
constexpr std::uint8_t bfloat_code = 4;

std::optional<DType> find(const ElementType& element) {
  for (const Row& row : rows) {
    if (row.code == element.code && row.bits == element.bits && element.lanes == 1) {
      return row.dtype;
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_host(int device_type) noexcept {
  constexpr int cpu = 1, cuda_pinned = 3, rocm_pinned = 11;
  return device_type == cpu || device_type == cuda_pinned || device_type == rocm_pinned;
}

ArrayView view_of(const Tensor& tensor, const std::string& name) {
  const std::optional<DType> dtype = find(tensor.element);
  if (!dtype) {
    throw pybind11::type_error(
        tensor.element.code == bfloat_code
            ? fmt::format("{}: bfloat16 is not read: call .float() first", name)
            : fmt::format("{}: elements of DLPack type {} with {} bits are not numbers that qualm "
                          "reads: convert them to float16, float32 or float64",
                          name, tensor.element.code, tensor.element.bits));
  }
  std::vector<std::size_t> shape(tensor.shape, tensor.shape + tensor.n_axes);
  ArrayView view = contiguous_view(static_cast<const std::byte*>(tensor.data) + tensor.byte_offset,
                                   *dtype, std::move(shape));
  if (tensor.strides != nullptr) {
    const auto item = static_cast<std::ptrdiff_t>(item_size(*dtype));
    for (std::size_t axis = 0; axis < view.n_axes(); ++axis) {
      view.strides[axis] = tensor.strides[axis] * item;
    }
  }
  return view;
}

}  // namespace qualm::python
