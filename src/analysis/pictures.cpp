// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "io/source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

bool are_channels(std::size_t n) {
  return n == 1 || n == 3;
}

// 0 ... 255 for numbers from 0 to 1, or else from the least to the greatest.
std::vector<std::uint8_t> to_pixels(const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const bool is_unit = *least >= 0 && *greatest <= 1;
  const double low = is_unit ? 0 : *least;
  const double range = is_unit ? 1 : *greatest - *least;
  std::vector<std::uint8_t> pixels(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double share = range > 0 ? (values[i] - low) / range : 0;
    pixels[i] = static_cast<std::uint8_t>(std::lround(255 * share));
  }
  return pixels;
}

bool has_array(const std::string& path, std::string_view name) {
  if (!io::can_be_reopened(path)) return false;
  const std::vector<std::string> names = io::array_names(path);
  return std::count(names.begin(), names.end(), name) == 1;
}

std::string usual_key(const std::string& path) {
  return has_array(path, "images") ? "images" : "pictures";
}

}  // namespace

PictureFile::PictureFile(const std::string& path, const std::string& key, std::size_t n_rows)
    : array_(io::open_array(path, {key, "images_key", usual_key(path)})) {
  understand_shape();
  read_rows(path, n_rows);
}

PictureFile::PictureFile(io::StoredArray array, std::size_t n_rows) : array_(std::move(array)) {
  understand_shape();
  expect_one_a_row(n_rows);
}

void PictureFile::understand_shape() {
  const std::vector<std::size_t>& shape = array_.shape;
  const bool channels_last = shape.size() == 4 && are_channels(shape[3]);
  channels_first_ = shape.size() == 4 && !channels_last && are_channels(shape[1]);
  if (shape.size() != 3 && !channels_last && !channels_first_) {
    throw_data(
        fmt::format("{}: {} is not a shape of images; save N x H x W (grey) or N x H x W x 3 (RGB)",
                    array_.label, shape_text(shape)));
  }
  height_ = shape[channels_first_ ? 2 : 1];
  width_ = shape[channels_first_ ? 3 : 2];
  if (shape.size() == 4) channels_ = shape[channels_first_ ? 1 : 3];
  constexpr std::size_t greatest_side = 4096;
  if (height_ > greatest_side || width_ > greatest_side) {
    throw_data(
        fmt::format("{}: images of {} x {} are too large to be shown; make them at most "
                    "{} x {}",
                    array_.label, height_, width_, greatest_side, greatest_side));
  }
}

void PictureFile::read_rows(const std::string& path, std::size_t n_rows) {
  const std::size_t n_pictures = array_.shape[0];
  if (n_pictures != n_rows && has_array(path, "rows")) {
    const io::Numbers rows = io::read_numbers(path, {"rows"});
    for (std::size_t i = 0; i < rows.values.size(); ++i) {
      const double row = rows.values[i];
      if (!(row >= 0 && row < static_cast<double>(n_rows)) || row != std::floor(row)) {
        throw_data(
            fmt::format("{}: entry {} is {}, which is not a row of the predictions (0 to {})",
                        rows.label, i, row, n_rows - 1));
      }
      place_of_row_[static_cast<std::size_t>(row)] = i;
    }
    if (rows.values.size() == n_pictures) return;
  }
  expect_one_a_row(n_rows);
}

void PictureFile::expect_one_a_row(std::size_t n_rows) const {
  if (array_.shape[0] == n_rows) return;
  throw_data(
      fmt::format("{}: holds {} images for {} rows of predictions; give one per row, or an .npz "
                  "with an array rows beside them that says which rows they show",
                  array_.label, array_.shape[0], n_rows));
}

std::optional<Picture> PictureFile::read(std::size_t row) const {
  if (!place_of_row_.empty()) {
    const auto found = place_of_row_.find(row);
    if (found == place_of_row_.end()) return std::nullopt;
    row = found->second;
  }
  const std::size_t n = height_ * width_ * channels_;
  const std::size_t item = item_size(array_.dtype);
  std::vector<double> values;
  values.reserve(n);
  // In Fortran order the numbers of a picture lie far apart: each is read by itself.
  std::vector<std::byte> bytes(array_.fortran_order ? item : n * item);
  if (!array_.fortran_order) array_.read(row * n * item, bytes);
  const auto number_at = [&](std::size_t y, std::size_t x, std::size_t c) {
    std::array<std::size_t, 4> index{row, y, x, c};
    if (channels_first_) index = {row, c, y, x};
    std::size_t place = 0;
    if (array_.fortran_order) {
      for (std::size_t axis = array_.shape.size(); axis-- > 0;) {
        place = place * array_.shape[axis] + index[axis];
      }
      array_.read(place * item, bytes);
      place = 0;
    } else {
      for (std::size_t axis = 1; axis < array_.shape.size(); ++axis) {
        place = place * array_.shape[axis] + index[axis];
      }
    }
    ArrayView view = contiguous_view(bytes.data() + place * item, array_.dtype, {1});
    view.byte_swapped = array_.byte_swapped;
    return view.at(std::array{std::size_t{0}});
  };
  for (std::size_t y = 0; y < height_; ++y) {
    for (std::size_t x = 0; x < width_; ++x) {
      for (std::size_t c = 0; c < channels_; ++c) {
        values.push_back(number_at(y, x, c));
        if (!std::isfinite(values.back())) {
          throw_data(
              fmt::format("{}: image {} has a pixel that is not finite at {}, {}; replace "
                          "it",
                          array_.label, row, y, x));
        }
      }
    }
  }
  Picture picture{width_, height_, channels_, {}};
  if (array_.dtype == DType::u8) {
    picture.pixels.assign(values.begin(), values.end());
  } else {
    picture.pixels = to_pixels(values);
  }
  return picture;
}

}  // namespace qualm
