// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qualm::io {

/// A file in a ZIP archive.
struct ZipMember {
  std::string name;
  std::uint32_t crc = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint64_t packed_size = size;
  bool is_packed = false;
};

/// What stands before the bytes of a file; it is as long for any sum, size and offset.
[[nodiscard]] std::string local_header(const ZipMember& entry);
/// The same in the directory at the end.
[[nodiscard]] std::string central_header(const ZipMember& entry);
/// What stands behind the directory, which goes from `first` to `last`.
[[nodiscard]] std::string end_of_archive(std::uint64_t n_entries, std::uint64_t first,
                                         std::uint64_t last);

/// The sum of bytes that follow those of `before`.
[[nodiscard]] std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before = 0);

}  // namespace qualm::io
