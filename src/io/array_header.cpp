// SPDX-License-Identifier: Apache-2.0
#include "io/array_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/no_numbers.h"

namespace qualm::io {

void settle_size(const std::string& label, ArrayHeader& header, bool may_have_no_rows) {
  if (header.shape.empty()) {
    throw_data(label +
               ": holds a single number without an axis; save an array of one axis or more");
  }
  const auto first_checked = header.shape.begin() + (may_have_no_rows ? 1 : 0);
  if (std::find(first_checked, header.shape.end(), 0U) != header.shape.end()) {
    throw NoNumbers(ErrorKind::data,
                    fmt::format("{}: holds no numbers (shape {}); an axis has length 0", label,
                                shape_text(header.shape)));
  }
  header.data_bytes = item_size(header.dtype);
  for (const std::size_t length : header.shape) {
    if (length > 0 && header.data_bytes > std::numeric_limits<std::uint64_t>::max() / length) {
      throw_data(fmt::format("{}: the header says {} {}, more than 2^64 bytes; it is damaged",
                             label, shape_text(header.shape), name(header.dtype)));
    }
    header.data_bytes *= length;
  }
}

void check_array_size(const std::string& label, const ArrayHeader& header, std::uint64_t held) {
  if (held == header.data_bytes) return;
  const std::string says =
      fmt::format("{}: the header says {} {} ({} bytes)", label, shape_text(header.shape),
                  name(header.dtype), header.data_bytes);
  if (held < header.data_bytes) {
    throw_data(fmt::format("{} but the file holds {}: it is truncated; copy it again", says, held));
  }
  throw_data(fmt::format("{} but {} more follow; save one array per file", says,
                         held - header.data_bytes));
}

}  // namespace qualm::io
