// SPDX-License-Identifier: Apache-2.0
#include "io/idx.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "io/format.h"
#include "io/gzip.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

struct Code {
  unsigned char code;
  DType dtype;
};
constexpr Code types[] = {
    {0x08, DType::u8},  {0x09, DType::i8},  {0x0B, DType::i16},
    {0x0C, DType::i32}, {0x0D, DType::f32}, {0x0E, DType::f64},
};

unsigned char byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

const Code* find_type(unsigned char code) {
  const auto* const found = std::find_if(std::begin(types), std::end(types),
                                         [&](const Code& type) { return type.code == code; });
  return found == std::end(types) ? nullptr : found;
}

std::size_t length_at(std::string_view header, std::size_t axis, bool least_first) {
  std::size_t length = 0;
  for (std::size_t j = 0; j < 4; ++j) {
    length = length << 8U | byte_at(header, 4 + 4 * axis + (least_first ? 3 - j : j));
  }
  return length;
}

bool fits(std::span<const std::size_t> shape, std::uint64_t most_numbers) {
  for (const std::size_t length : shape) {
    if (length > 0) most_numbers /= length;
  }
  return most_numbers > 0;
}

StoredArray describe(const SourceFile& file, const ArrayHeader& header, std::size_t header_size) {
  StoredArray array;
  array.label = file.label;
  array.dtype = header.dtype;
  array.byte_swapped = header.byte_swapped;
  array.shape = header.shape;
  array.bytes = file.bytes;
  array.first_byte = header_size;
  return array;
}

}  // namespace

bool is_idx(std::string_view start) noexcept {
  return start.size() >= 4 && start[0] == '\0' && start[1] == '\0' &&
         find_type(byte_at(start, 2)) != nullptr && start[3] > 0 &&
         byte_at(start, 3) <= most_idx_axes;
}

std::size_t idx_header_size(std::string_view start) noexcept {
  return 4 + std::size_t{4} * byte_at(start, 3);
}

ArrayHeader parse_idx_header(const std::string& label, std::string_view header,
                             std::uint64_t most_bytes) {
  if (header.size() < idx_header_size(header)) {
    throw_data(label + ": ends within the header: it is truncated; copy it again");
  }
  ArrayHeader out;
  out.dtype = find_type(byte_at(header, 2))->dtype;
  out.byte_swapped = std::endian::native == std::endian::little && item_size(out.dtype) > 1;
  std::vector<std::size_t> swapped;
  for (std::size_t axis = 0; axis < byte_at(header, 3); ++axis) {
    out.shape.push_back(length_at(header, axis, false));
    swapped.push_back(length_at(header, axis, true));
  }
  const std::uint64_t most_numbers = most_bytes / item_size(out.dtype);
  if (!fits(out.shape, most_numbers) && fits(swapped, most_numbers)) {
    throw_data(
        fmt::format("{}: its lengths have the least significant byte first ({}); idx has the "
                    "most significant one first: write it again",
                    label, shape_text(swapped)));
  }
  settle_size(label, out);
  return out;
}

StoredArray open_idx(const SourceFile& file) {
  std::array<char, longest_idx_header> start{};
  const auto size =
      static_cast<std::size_t>(std::min<std::uint64_t>(start.size(), file.bytes->size()));
  file.bytes->read(0, std::as_writable_bytes(std::span(start).first(size)));
  const std::string_view header(start.data(), size);
  const ArrayHeader described = parse_idx_header(file.label, header, file.bytes->size());
  check_array_size(file.label, described, file.bytes->size() - idx_header_size(header));
  return describe(file, described, idx_header_size(header));
}

std::uint64_t idx_file_size(const SourceFile& file, std::string_view start) {
  const ArrayHeader header = parse_idx_header(file.label, start, most_unpacked(file));
  return idx_header_size(start) + header.data_bytes;
}

}  // namespace qualm::io
