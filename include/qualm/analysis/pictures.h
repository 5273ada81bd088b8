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

/// One picture for each row, in a file: N x H x W, N x H x W x 3 (or x 1), or N x 3 x H x W as
/// torch has it. uint8 is shown as it is; other numbers are shown from 0 (black) to 1, or, if one
/// is outside of that, from the picture's least to its greatest. An .npz with an array "rows"
/// beside them has pictures of those rows only.
class PictureFile {
 public:
  /// Throws data if the array is no pictures or not of n_rows rows, and what open_array throws.
  PictureFile(const std::string& path, const std::string& key, std::size_t n_rows);

  /// The same of an array that is open already.
  PictureFile(io::StoredArray array, std::size_t n_rows);

  /// Nothing for a row without one.
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
