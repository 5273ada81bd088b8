// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

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

void StoredArray::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > n_bytes() || out.size() > n_bytes() - offset) {
    throw Error(ErrorKind::internal, fmt::format("{}: read of {} bytes at {} leaves the array",
                                                 label, out.size(), offset));
  }
  bytes->read(first_byte + offset, out);
}

}  // namespace qualm::io
