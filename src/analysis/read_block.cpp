// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

#include "analysis/file_tolerance.h"
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

// Instances first up to last of each array, axes in the order n, m, k; the views are of `buffer`.
std::vector<ArrayView> read_stored(const std::vector<io::StoredArray>& arrays,
                                   const std::string& axes, std::size_t first, std::size_t last,
                                   std::vector<std::byte>& buffer) {
  const std::size_t instance_axis = axes.find('n');
  const auto block_bytes = [&](const io::StoredArray& array) {
    return static_cast<std::size_t>(array.n_bytes() / array.shape[instance_axis] * (last - first));
  };
  std::size_t n_bytes = 0;
  for (const io::StoredArray& array : arrays) n_bytes += block_bytes(array);
  buffer.resize(n_bytes);
  std::vector<ArrayView> views;
  std::byte* to = buffer.data();
  for (const io::StoredArray& array : arrays) {
    read_instances(array, instance_axis, first, last, to);
    std::vector<std::size_t> shape = array.shape;
    shape[instance_axis] = last - first;
    ArrayView view = contiguous_view(to, array.dtype, std::move(shape), array.fortran_order);
    view.byte_swapped = array.byte_swapped;
    views.push_back(permute(view, sorting(axes)));
    to += block_bytes(array);
  }
  return views;
}

// The same for arrays in memory, read in place.
std::vector<ArrayView> view_memory(const std::vector<ArrayView>& arrays, const std::string& axes,
                                   std::size_t first, std::size_t last) {
  std::vector<ArrayView> views;
  for (const ArrayView& array : arrays) {
    ArrayView& view = views.emplace_back(permute(array, sorting(axes)));
    view.data += static_cast<std::ptrdiff_t>(first) * view.strides[0];
    view.shape[0] = last - first;
  }
  return views;
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

using Order = std::vector<std::size_t>;

// Copies lines along the last axis, their classes in this order (empty: as they lie).
std::byte* copy_lines(const ArrayView& from, const Order& order, std::byte* to) {
  const std::size_t item = item_size(from.dtype);
  const std::size_t n_classes = order.empty() ? from.shape.back() : order.size();
  const std::ptrdiff_t stride = from.strides.back();
  const bool is_whole = order.empty() && stride == static_cast<std::ptrdiff_t>(item);
  const bool has_members = from.n_axes() == 3;
  const std::size_t n_members = has_members ? from.shape[1] : 1;
  for (std::size_t i = 0; i < from.shape[0]; ++i) {
    for (std::size_t m = 0; m < n_members; ++m) {
      const std::byte* line = from.data + static_cast<std::ptrdiff_t>(i) * from.strides[0];
      if (has_members) line += static_cast<std::ptrdiff_t>(m) * from.strides[1];
      if (is_whole) std::memcpy(to, line, n_classes * item);
      for (std::size_t k = 0; k < n_classes && !is_whole; ++k) {
        const auto place = static_cast<std::ptrdiff_t>(order.empty() ? k : order[k]);
        std::memcpy(to + k * item, line + place * stride, item);
      }
      to += n_classes * item;
    }
  }
  return to;
}

// All arrays one after the other, their classes in the same order.
ArrayView gather(const std::vector<ArrayView>& views, const std::vector<Order>& orders,
                 std::vector<std::byte>& buffer) {
  std::vector<std::size_t> shape = views[0].shape;
  if (!orders[0].empty()) shape.back() = orders[0].size();
  std::size_t block_bytes = item_size(views[0].dtype);
  for (const std::size_t length : shape) block_bytes *= length;
  buffer.resize(block_bytes * views.size());
  std::byte* to = buffer.data();
  for (std::size_t i = 0; i < views.size(); ++i) to = copy_lines(views[i], orders[i], to);
  ArrayView view = contiguous_view(buffer.data(), views[0].dtype, std::move(shape));
  view.byte_swapped = views[0].byte_swapped;
  if (views.size() > 1) {
    add_member_axis(view, views.size(), static_cast<std::ptrdiff_t>(block_bytes));
  }
  return view;
}

// Each file has the tolerance of its own numbers.
void set_tolerances(const std::vector<io::StoredArray>& arrays, std::size_t n_classes,
                    PredictionOptions& options) {
  std::vector<double> tolerances;
  for (const io::StoredArray& array : arrays) {
    tolerances.push_back(detail::file_tolerance(array, n_classes));
  }
  options.row_sum_tolerance = tolerances[0];
  const bool are_alike = std::count(tolerances.begin(), tolerances.end(), tolerances[0]) ==
                         static_cast<std::ptrdiff_t>(tolerances.size());
  if (!are_alike) options.member_tolerances = std::move(tolerances);
}

Origin origin_of(const std::vector<io::StoredArray>& arrays, const std::vector<Order>& orders,
                 const std::string& axes, const std::vector<std::string>& class_names) {
  Origin origin;
  origin.file = arrays.front().label;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const io::StoredArray& array = arrays[i];
    if (arrays.size() > 1) origin.member_files.push_back(array.label);
    if (array.names_columns()) origin.columns = class_names;
    origin.classes_were_chosen =
        origin.classes_were_chosen || !array.columns_left_out.empty() ||
        (!orders[i].empty() && orders[i].size() < array.shape[axes.find('k')]);
  }
  return origin;
}

}  // namespace

Predictions PredictionSet::read(std::size_t run, std::size_t first, std::size_t last,
                                std::vector<std::byte>& buffer) const {
  const std::vector<io::StoredArray>& arrays = runs_[run].arrays;
  const std::vector<Order>& orders = runs_[run].class_orders;
  const bool are_stored_alike =
      std::all_of(arrays.begin(), arrays.end(), [&](const io::StoredArray& array) {
        return array.fortran_order == arrays.front().fortran_order;
      });
  const bool in_order = std::all_of(orders.begin(), orders.end(), std::mem_fn(&Order::empty)) &&
                        (are_stored_alike || is_in_memory());
  std::vector<std::byte> as_stored;
  const std::vector<ArrayView> views =
      is_in_memory() ? view_memory(runs_[run].views, axes_, first, last)
                     : read_stored(arrays, axes_, first, last, in_order ? buffer : as_stored);
  const std::optional<std::ptrdiff_t> step = common_step(views);
  ArrayView view = in_order && step ? views[0] : gather(views, orders, buffer);
  if (in_order && step && views.size() > 1) add_member_axis(view, views.size(), *step);

  PredictionOptions options;
  options.input = files_.input;
  options.member_weights = files_.member_weights;
  options.n_classes = n_classes_;
  options.renormalize = files_.renormalize;
  set_tolerances(arrays, n_classes_, options);
  options.origin = origin_of(arrays, orders, axes_, class_names_);
  options.origin.first_row = first;
  return Predictions(std::move(view), std::move(options));
}

}  // namespace qualm
