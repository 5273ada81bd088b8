// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

}  // namespace

Predictions PredictionSet::read(std::size_t run, std::size_t first, std::size_t last,
                                std::vector<std::byte>& buffer) const {
  const std::vector<io::StoredArray>& arrays = runs_[run].arrays;
  const io::StoredArray& array = arrays.front();
  const std::size_t instance_axis = axes_.find('n');
  const std::size_t block_bytes = array.n_bytes() / n_instances_ * (last - first);
  buffer.resize(block_bytes * arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    read_instances(arrays[i], instance_axis, first, last, buffer.data() + i * block_bytes);
  }

  std::vector<std::size_t> shape = array.shape;
  shape[instance_axis] = last - first;
  ArrayView view =
      contiguous_view(buffer.data(), array.dtype, std::move(shape), array.fortran_order);
  view.byte_swapped = array.byte_swapped;
  std::string sorted_axes;
  for (const char axis : std::string_view("nmk")) {
    if (axes_.find(axis) != std::string::npos) sorted_axes += axis;
  }
  view = permute(view, parse_axes(axes_, sorted_axes));

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
  if (arrays.size() > 1) {  // files of members: (n, k) each, one after the other in the buffer
    view.shape.insert(view.shape.begin() + 1, arrays.size());
    view.strides.insert(view.strides.begin() + 1, static_cast<std::ptrdiff_t>(block_bytes));
    for (const io::StoredArray& member : arrays) {
      options.origin.member_files.push_back(member.label);
    }
  }
  return Predictions(std::move(view), std::move(options));
}

}  // namespace qualm
