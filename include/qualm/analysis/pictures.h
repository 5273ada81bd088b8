// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "qualm/io.h"

namespace qualm {

/// 8-bit pixels, row by row.
struct Picture {
  std::size_t width = 0, height = 0;
  std::size_t channels = 1;  ///< 1: grey, 3: RGB
  std::vector<std::uint8_t> pixels;
};

/// One image per row, in a file: N x H x W, N x H x W x 3 (or x 1), or N x 3 x H x W as
/// torch has it. uint8 is shown unchanged; other types are scaled from 0 (black) to 1, or, if a
/// value is outside, from the minimum to the maximum of the image. An array "rows" in the .npz
/// lists the rows that have an image.
class PictureFile {
 public:
  /// Throws data if the array is not pictures or not of n_rows rows, and what open_array throws.
  PictureFile(const std::string& path, const std::string& key, std::size_t n_rows);

  /// The same for an open array.
  PictureFile(io::StoredArray array, std::size_t n_rows);

  /// Empty for a row without an image.
  [[nodiscard]] std::optional<Picture> read(std::size_t row) const;

 private:
  void understand_shape();
  void read_rows(const std::string& path, std::size_t n_rows);
  void expect_one_a_row(std::size_t n_rows) const;

  io::StoredArray array_;
  std::size_t height_ = 0, width_ = 0, channels_ = 1;
  bool channels_first_ = false;
  std::map<std::size_t, std::size_t> place_of_row_;  ///< empty: picture i is that of row i
};

}  // namespace qualm
