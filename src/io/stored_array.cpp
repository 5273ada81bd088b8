// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/format.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {

std::uint64_t StoredArray::n_bytes() const noexcept {
  std::uint64_t size = item_size(dtype);
  for (const std::size_t length : shape) size *= length;
  return size;
}

bool StoredArray::names_columns() const noexcept {
  return !class_names.empty() && !in_archive && shape.size() == 2;
}

StoredArray rows_of(StoredArray array, const RowRange& rows) {
  const std::uint64_t n_rows = array.shape[0];
  array.first_byte += n_rows == 0 ? 0 : array.n_bytes() / n_rows * rows.first;
  array.shape[0] = rows.size();
  return array;
}

void StoredArray::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > n_bytes() || out.size() > n_bytes() - offset) {
    throw Error(ErrorKind::internal, fmt::format("{}: read of {} bytes at {} leaves the array",
                                                 label, out.size(), offset));
  }
  bytes->read(first_byte + offset, out);
}

}  // namespace qualm::io
