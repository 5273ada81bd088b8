// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "array/load_element.h"
#include "qualm/array.h"
#include "qualm/error.h"

namespace qualm {

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text;
  for (const std::size_t length : shape) {
    if (!text.empty()) text += 'x';
    text += std::to_string(length);
  }
  return text;
}

double ArrayView::at(std::span<const std::size_t> index) const noexcept {
  std::ptrdiff_t offset = 0;
  for (std::size_t axis = 0; axis < index.size(); ++axis) {
    offset += static_cast<std::ptrdiff_t>(index[axis]) * strides[axis];
  }
  return load_element(data + offset, dtype, byte_swapped);
}

ArrayView contiguous_view(const void* data, DType dtype, std::vector<std::size_t> shape,
                          bool fortran_order) {
  ArrayView view;
  view.data = static_cast<const std::byte*>(data);
  view.dtype = dtype;
  view.strides.resize(shape.size());
  auto stride = static_cast<std::ptrdiff_t>(item_size(dtype));
  for (std::size_t step = 0; step < shape.size(); ++step) {
    const std::size_t axis = fortran_order ? step : shape.size() - 1 - step;
    view.strides[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(shape[axis]);
  }
  view.shape = std::move(shape);
  return view;
}

ArrayView contiguous_view(std::span<const float> data, std::vector<std::size_t> shape) {
  return contiguous_view(data.data(), DType::f32, std::move(shape));
}

ArrayView contiguous_view(std::span<const double> data, std::vector<std::size_t> shape) {
  return contiguous_view(data.data(), DType::f64, std::move(shape));
}

ArrayView permute(const ArrayView& view, std::span<const std::size_t> order) {
  std::vector<std::size_t> sorted(order.begin(), order.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t axis = 0; axis < sorted.size(); ++axis) {
    if (sorted.size() != view.n_axes() || sorted[axis] != axis) {
      throw_usage("the axes of a " + shape_text(view.shape) +
                  " array can only be permuted by naming each of them once");
    }
  }
  ArrayView result = view;
  for (std::size_t axis = 0; axis < order.size(); ++axis) {
    result.shape[axis] = view.shape[order[axis]];
    result.strides[axis] = view.strides[order[axis]];
  }
  return result;
}

}  // namespace qualm
