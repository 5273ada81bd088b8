// SPDX-License-Identifier: Apache-2.0
#include "datasets/array_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "datasets/classes.h"
#include "qualm/error.h"

namespace qualm {
namespace {

bool is_channel_count(std::size_t n) {
  return n == 1 || n == 3;
}

/// The bytes of the first rows of an array, and a view of them.
struct Rows {
  Rows(const io::StoredArray& array, std::size_t limit) {
    std::vector<std::size_t> shape = array.shape;
    if (limit > 0) shape[0] = std::min(shape[0], limit);
    n_rows = shape[0];
    // In Fortran order the first rows lie all over the array.
    const std::size_t n_read = array.fortran_order ? array.shape[0] : n_rows;
    bytes.resize(static_cast<std::size_t>(array.n_bytes() / array.shape[0] * n_read));
    array.read(0, bytes);
    view = contiguous_view(bytes.data(), array.dtype, array.shape, array.fortran_order);
    view.byte_swapped = array.byte_swapped;
    view.shape = shape;
  }

  std::size_t n_rows = 0;
  std::vector<std::byte> bytes;
  ArrayView view;
};

/// Calls `take` with every element in C order.
template <class Take>
void for_each(const ArrayView& view, const Take& take) {
  std::vector<std::size_t> index(view.shape.size(), 0);
  std::size_t count = 1;
  for (const std::size_t length : view.shape) count *= length;
  for (std::size_t i = 0; i < count; ++i) {
    take(index[0], view.at(index));
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < view.shape[axis]) break;
      index[axis] = 0;
    }
  }
}

/// The numbers of pictures or features as they are.
void keep_numbers(const io::StoredArray& array, const ArrayView& view, Dataset& into) {
  for_each(view, [&](std::size_t row, double value) {
    const auto single = static_cast<float>(value);
    if (!std::isfinite(single)) {
      throw_data(fmt::format("{}: row {} has {}, which is not a finite float32; replace it",
                             array.label, row, value));
    }
    into.features.push_back(single);
  });
}

void convert_pixels(const io::StoredArray& array, const ArrayView& view, FloatPixels float_pixels,
                    Dataset& into) {
  if (is_floating(array.dtype) && float_pixels == FloatPixels::kept) {
    return keep_numbers(array, view, into);
  }
  const std::string remedy =
      is_floating(array.dtype) && float_pixels == FloatPixels::scaled
          ? "; or add " + argument("normalization", "none") + " if they are normalised already"
          : "";
  double greatest = 0;
  bool whole = true;
  for_each(view, [&](std::size_t row, double value) {
    if (!(value >= 0 && value <= 255)) {
      throw_data(fmt::format("{}: image {} has a pixel {}; save pixels as uint8, or from 0 to 1{}",
                             array.label, row, value, remedy));
    }
    greatest = std::max(greatest, value);
    whole = whole && value == std::floor(value);
  });
  const bool is_unit = array.dtype == DType::boolean || (is_floating(array.dtype) && greatest <= 1);
  if (!is_unit && !whole) {
    throw_data(
        fmt::format("{}: has pixels up to {} that are not whole numbers; save them as uint8, or "
                    "from 0 to 1{}",
                    array.label, greatest, remedy));
  }
  const double scale = is_unit ? 255 : 1;
  if (is_unit && float_pixels == FloatPixels::scaled) {
    for_each(view, [&](std::size_t, double value) {
      into.features.push_back(static_cast<float>(value * scale));
    });
    return;
  }
  if (is_unit) {
    into.notes.push_back(
        fmt::format("{}: pixels from 0 to 1 were scaled to 0 ... 255 and rounded", array.label));
  }
  for_each(view, [&](std::size_t, double value) {
    into.pixels.push_back(static_cast<std::uint8_t>(std::lround(value * scale)));
  });
}

void read_pictures(const io::StoredArray& array, std::size_t limit, FloatPixels float_pixels,
                   Dataset& into) {
  Rows rows(array, limit);
  std::vector<std::size_t> shape = rows.view.shape;
  const bool channels_first =
      shape.size() == 4 && !is_channel_count(shape[3]) && is_channel_count(shape[1]);
  if (shape.size() == 4 && !is_channel_count(shape[3]) && !channels_first) {
    throw_data(
        fmt::format("{}: {} is not a shape of images; save N x H x W (grey) or N x H x W x 3 "
                    "(RGB)",
                    array.label, shape_text(array.shape)));
  }
  if (channels_first) {
    rows.view = permute(rows.view, std::array<std::size_t, 4>{0, 2, 3, 1});
    shape = rows.view.shape;
  }
  into.shape = shape;
  if (shape.size() == 3) into.shape.push_back(1);
  const std::size_t n_pixels = into.shape[0] * into.shape[1] * into.shape[2] * into.shape[3];
  if (array.dtype == DType::u8 && !array.fortran_order && !channels_first) {
    into.pixels.resize(n_pixels);
    std::transform(rows.bytes.begin(), rows.bytes.end(), into.pixels.begin(),
                   [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
  } else {
    convert_pixels(array, rows.view, float_pixels, into);
  }
}

void read_features(const io::StoredArray& array, std::size_t limit, Dataset& into) {
  const Rows rows(array, limit);
  into.shape = rows.view.shape;
  into.features.reserve(into.shape[0] * into.shape[1]);
  keep_numbers(array, rows.view, into);
}

}  // namespace

void read_instances(const io::StoredArray& array, std::size_t limit, FloatPixels float_pixels,
                    Dataset& into) {
  switch (array.shape.size()) {
    case 2:
      return read_features(array, limit, into);
    case 3:
    case 4:
      return read_pictures(array, limit, float_pixels, into);
    default:
      break;
  }
  throw_data(fmt::format(
      "{}: {} is not a shape of images or features{}", array.label, shape_text(array.shape),
      array.shape.size() == 1 ? ": these look like labels; are the two files swapped?"
                              : "; save N x H x W, N x H x W x 3 or N x D"));
}

std::vector<std::uint32_t> read_label_array(const io::StoredArray& array, std::size_t limit) {
  const bool one_axis = array.shape.size() == 1 || (array.shape.size() == 2 && array.shape[1] == 1);
  if (!one_axis) {
    throw_data(
        fmt::format("{}: {} is not a shape of labels{}", array.label, shape_text(array.shape),
                    array.shape.size() > 2
                        ? ": these look like images; are the two files swapped?"
                        : "; save one whole number per instance (for one-hot rows: argmax)"));
  }
  const Rows rows(array, limit);
  std::vector<std::uint32_t> labels;
  labels.reserve(rows.n_rows);
  for_each(rows.view, [&](std::size_t row, double value) {
    labels.push_back(label_of(array.label, row, value));
  });
  return labels;
}

std::uint32_t label_of(const std::string& label, std::size_t row, double value) {
  if (!(value >= 0 && value < greatest_class_count) || value != std::floor(value)) {
    throw_data(fmt::format("{}: row {} has the label {}; labels are whole numbers from 0 to {}",
                           label, row, value, greatest_class_count - 1));
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace qualm
