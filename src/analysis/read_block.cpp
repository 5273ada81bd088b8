// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>

#include "analysis/infer_axes.h"
#include "qualm/analysis.h"

namespace qualm {
namespace {

// Instances first up to last of a stored array: one piece for every index before the instance axis.
void read_instances(const io::StoredArray& array, std::size_t instance_axis, std::size_t first,
                    std::size_t last, std::byte* to) {
  const std::uint64_t stride = detail::storage_strides(array)[instance_axis];
  const std::uint64_t n_instances = array.shape[instance_axis];
  const std::uint64_t n_pieces = array.n_bytes() / (stride * n_instances);
  const std::size_t piece_bytes = (last - first) * stride;
  for (std::uint64_t piece = 0; piece < n_pieces; ++piece) {
    array.read((piece * n_instances + first) * stride, {to + piece * piece_bytes, piece_bytes});
  }
}

// Arrays of members: (n, k) each, one `step` bytes after the other.
void add_member_axis(ArrayView& view, std::size_t n_members, std::ptrdiff_t step) {
  view.shape.insert(view.shape.begin() + 1, n_members);
  view.strides.insert(view.strides.begin() + 1, step);
}

// The permutation that sorts the axes given into the order n, m, k.
std::vector<std::size_t> sorting(const std::string& axes) {
  std::string sorted_axes;
  for (const char axis : std::string_view("nmk")) {
    if (axes.find(axis) != std::string::npos) sorted_axes += axis;
  }
  return parse_axes(axes, sorted_axes);
}

ArrayView read_stored(const std::vector<io::StoredArray>& arrays, const std::string& axes,
                      std::size_t first, std::size_t last, std::vector<std::byte>& buffer) {
  const io::StoredArray& array = arrays.front();
  const std::size_t instance_axis = axes.find('n');
  const std::size_t block_bytes = array.n_bytes() / array.shape[instance_axis] * (last - first);
  buffer.resize(block_bytes * arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    read_instances(arrays[i], instance_axis, first, last, buffer.data() + i * block_bytes);
  }
  std::vector<std::size_t> shape = array.shape;
  shape[instance_axis] = last - first;
  ArrayView view =
      contiguous_view(buffer.data(), array.dtype, std::move(shape), array.fortran_order);
  view.byte_swapped = array.byte_swapped;
  view = permute(view, sorting(axes));
  if (arrays.size() > 1) {
    add_member_axis(view, arrays.size(), static_cast<std::ptrdiff_t>(block_bytes));
  }
  return view;
}

// Bytes from each of the arrays to the next, if that is one number and their strides are alike.
std::optional<std::ptrdiff_t> common_step(const std::vector<ArrayView>& views) {
  const std::ptrdiff_t step = views.size() > 1 ? views[1].data - views[0].data : 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].data - views[0].data != static_cast<std::ptrdiff_t>(i) * step ||
        views[i].strides != views[0].strides) {
      return std::nullopt;
    }
  }
  return step;
}

void copy_rows(const ArrayView& from, std::byte* to) {
  const std::size_t item = item_size(from.dtype), row_bytes = from.shape[1] * item;
  const bool rows_are_whole = from.strides[1] == static_cast<std::ptrdiff_t>(item);
  for (std::size_t i = 0; i < from.shape[0]; ++i, to += row_bytes) {
    const std::byte* row = from.data + static_cast<std::ptrdiff_t>(i) * from.strides[0];
    if (rows_are_whole) {
      std::memcpy(to, row, row_bytes);
      continue;
    }
    for (std::size_t k = 0; k < from.shape[1]; ++k) {
      std::memcpy(to + k * item, row + static_cast<std::ptrdiff_t>(k) * from.strides[1], item);
    }
  }
}

ArrayView read_memory(const std::vector<ArrayView>& arrays, const std::string& axes,
                      std::size_t first, std::size_t last, std::vector<std::byte>& buffer) {
  std::vector<ArrayView> views;
  for (const ArrayView& array : arrays) {
    ArrayView& view = views.emplace_back(permute(array, sorting(axes)));
    view.data += static_cast<std::ptrdiff_t>(first) * view.strides[0];
    view.shape[0] = last - first;
  }
  ArrayView view = views[0];
  if (views.size() == 1) return view;
  if (const auto step = common_step(views)) {
    add_member_axis(view, views.size(), *step);
    return view;
  }
  const std::size_t block_bytes = view.shape[0] * view.shape[1] * item_size(view.dtype);
  buffer.resize(block_bytes * views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    copy_rows(views[i], buffer.data() + i * block_bytes);
  }
  const bool byte_swapped = view.byte_swapped;
  view = contiguous_view(buffer.data(), view.dtype, view.shape);
  view.byte_swapped = byte_swapped;
  add_member_axis(view, views.size(), static_cast<std::ptrdiff_t>(block_bytes));
  return view;
}

}  // namespace

Predictions PredictionSet::read(std::size_t run, std::size_t first, std::size_t last,
                                std::vector<std::byte>& buffer) const {
  const std::vector<io::StoredArray>& arrays = runs_[run].arrays;
  const io::StoredArray& array = arrays.front();
  ArrayView view = is_in_memory() ? read_memory(runs_[run].views, axes_, first, last, buffer)
                                  : read_stored(arrays, axes_, first, last, buffer);

  PredictionOptions options;
  options.input = files_.input;
  options.member_weights = files_.member_weights;
  options.n_classes = n_classes_;
  options.renormalize = files_.renormalize;
  if (array.decimals) {
    options.row_sum_tolerance = printed_row_sum_tolerance(*array.decimals, n_classes_);
  }
  options.origin.file = array.label;
  options.origin.first_row = first;
  if (arrays.size() > 1) {
    for (const io::StoredArray& member : arrays) {
      options.origin.member_files.push_back(member.label);
    }
  }
  return Predictions(std::move(view), std::move(options));
}

}  // namespace qualm
