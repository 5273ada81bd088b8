// SPDX-License-Identifier: Apache-2.0
#include "datasets/matlab_elements.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "datasets/matlab_pictures.h"
#include "io/source.h"
#include "qualm/array.h"
#include "qualm/error.h"

namespace qualm {
namespace {

constexpr std::uint64_t header_bytes = 128, tag_bytes = 8;
constexpr std::uint32_t matrix_type = 14, compressed_type = 15;
// Deflate makes at most this many bytes out of one.
constexpr std::uint64_t greatest_ratio = 1032;

io::SourceFile open_matlab(const std::string& path) {
  return io::open_source(path, [](const std::string& label, std::string_view start) {
    if (!start.starts_with(matlab_magic)) {
      throw_data(label + ": is not a MATLAB file of version 5; save it with -v6 or -v7");
    }
  });
}

std::uint32_t number_at(const io::SourceFile& file, std::uint64_t offset, bool swapped) {
  std::array<std::byte, 4> bytes{};
  file.bytes->read(offset, bytes);
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data(), bytes.size());
  return swapped ? __builtin_bswap32(number) : number;
}

/// The last two bytes of the header are "IM" in files of little-endian machines, else "MI".
bool is_swapped(const io::SourceFile& file) {
  std::array<std::byte, 2> mark{};
  file.bytes->read(header_bytes - mark.size(), mark);
  const auto first = std::to_integer<char>(mark[0]), second = std::to_integer<char>(mark[1]);
  const bool little = first == 'I' && second == 'M';
  if (!little && !(first == 'M' && second == 'I')) {
    throw_data(file.label +
               ": the header does not say its byte order: it is damaged; copy it again");
  }
  return little != (std::endian::native == std::endian::little);
}

}  // namespace

void check_matlab_elements(const std::string& path) {
  const io::SourceFile file = open_matlab(path);
  const std::uint64_t size = file.bytes->size();
  if (size < header_bytes + tag_bytes) {
    throw_data(fmt::format("{}: has {} bytes: it is truncated; copy it again", file.label, size));
  }
  const bool swapped = is_swapped(file);
  std::uint64_t offset = header_bytes;
  while (offset < size) {
    std::uint64_t end = offset + tag_bytes;
    if (end <= size) {
      const std::uint32_t type = number_at(file, offset, swapped);
      if (type != matrix_type && type != compressed_type) {
        throw_data(
            fmt::format("{}: has an element of type {} at byte {}: it is damaged; copy it "
                        "again",
                        file.label, type, offset));
      }
      end += number_at(file, offset + 4, swapped);
    }
    if (end > size) {
      throw_data(
          fmt::format("{}: the variable at byte {} ends at byte {}, but the file has {}: it is "
                      "truncated; copy it again",
                      file.label, offset, end, size));
    }
    offset = end;
  }
}

void check_matlab_size(const std::string& path, std::span<const std::size_t> shape) {
  const io::SourceFile file = open_matlab(path);
  std::uint64_t most = file.bytes->size() * greatest_ratio;
  for (const std::size_t length : shape) {
    if (length == 0)
      throw_data(fmt::format("{}: holds no images ({})", file.label, shape_text(shape)));
    most /= length;
  }
  if (most == 0) {
    throw_data(fmt::format("{}: claims {} numbers, more than {} bytes can hold; it is damaged",
                           file.label, shape_text(shape), file.bytes->size()));
  }
}

}  // namespace qualm
