// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "array/load_element.h"
#include "io/entry_text.h"
#include "io/format.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {
namespace {

ArrayView view_of(const std::vector<std::byte>& bytes, const StoredArray& array) {
  ArrayView view = contiguous_view(bytes.data(), array.dtype, array.shape, array.fortran_order);
  view.byte_swapped = array.byte_swapped;
  return view;
}

Numbers read_all(const StoredArray& array) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(array.n_bytes()));
  array.read(0, bytes);
  const ArrayView view = view_of(bytes, array);
  Numbers out{array.label, array.dtype, array.shape, {}};
  out.values.resize(bytes.size() / item_size(array.dtype));
  std::vector<std::size_t> index(array.shape.size(), 0);
  for (double& value : out.values) {
    value = view.at(index);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < array.shape[axis]) break;
      index[axis] = 0;
    }
  }
  return out;
}

// Read again only where doubles may have rounded them.
std::vector<std::string> integers_of(const StoredArray& array, std::span<const double> numbers) {
  constexpr double first_gap = 9007199254740992.0;
  if ((array.dtype != DType::i64 && array.dtype != DType::u64) ||
      std::none_of(numbers.begin(), numbers.end(),
                   [](double number) { return std::abs(number) >= first_gap; })) {
    return {};
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(array.n_bytes()));
  array.read(0, bytes);
  return integer_texts(view_of(bytes, array));
}

void check_one_column(const StoredArray& array) {
  const std::uint64_t n = array.n_bytes() / item_size(array.dtype);
  if (n == *std::max_element(array.shape.begin(), array.shape.end())) return;
  throw_data(array.label + ": shape " + shape_text(array.shape) +
             "; give one number per row (for one-hot rows a.argmax(axis=1))");
}

}  // namespace

Entries entries_of(const StoredArray& array, const Share& share) {
  check_one_column(array);
  const bool rows_lie_together = !array.fortran_order || array.shape.size() == 1;
  const RowRange rows = (rows_lie_together ? share : Share()).of(array.shape[0]);
  const std::uint64_t n = array.n_bytes() / item_size(array.dtype);
  const std::size_t row_size =
      static_cast<std::size_t>(n / std::max<std::size_t>(array.shape[0], 1));
  const StoredArray part = rows_of(array, rows);
  Numbers numbers = read_all(part);
  std::vector<std::string> integers = integers_of(part, numbers.values);
  const std::size_t n_elsewhere = static_cast<std::size_t>(n) - numbers.values.size();
  Entries entries{
      std::move(numbers.label), std::move(numbers.values), {}, rows.first * row_size, n_elsewhere};
  entries.are_flags = array.dtype == DType::boolean;
  entries.class_names = array.class_names;
  entries.integers = std::move(integers);
  return entries;
}

void read_some(const StoredArray& array, std::uint64_t first, std::span<double> to) {
  const std::size_t size = item_size(array.dtype);
  std::vector<std::byte> bytes(to.size() * size);
  array.read(first * size, bytes);
  load_elements(bytes.data(), static_cast<std::ptrdiff_t>(size), array.dtype, array.byte_swapped,
                to);
}

Numbers read_numbers(const std::string& path, const OpenOptions& options) {
  const StoredArray array = open_array(path, options);
  try {
    return read_all(array);
  } catch (const std::bad_alloc&) {
    throw_system(array.label + ": needs more memory than there is");
  }
}

}  // namespace qualm::io
