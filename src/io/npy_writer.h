// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm::io {

/// What stands before the numbers of a .npy file (version 1), a multiple of 64 bytes, and how many
/// bytes follow it. Throws internal if shape and numbers do not fit, data if a text is not UTF-8.
struct NpyStart {
  std::string header;
  std::uint64_t data_bytes = 0;
};
[[nodiscard]] NpyStart npy_start(const NamedArray& array);
/// The same by the code of an element, such as "f8", its size and the shape.
[[nodiscard]] NpyStart npy_start(std::string_view code, std::size_t item_size,
                                 std::span<const std::size_t> shape);
/// The same where the array has rows elsewhere too: `n_rows` in all, texts at most `text_width`
/// code points long.
[[nodiscard]] NpyStart npy_start(const NamedArray& array, std::size_t n_rows,
                                 std::size_t text_width);
/// Code points of the longest text, at least 1.
[[nodiscard]] std::size_t text_width(const NamedArray& array);

/// Gives the bytes of the rows here, piece by piece.
void visit_npy_data(const NamedArray& array, std::size_t text_width,
                    const std::function<void(std::string_view)>& visit);

template <class T>
[[nodiscard]] std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace qualm::io
