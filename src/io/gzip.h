// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/source.h"

namespace qualm::io {

/// Unpacks a gzip file from its beginning on; what several programs packed is joined.
class GzipReader {
 public:
  explicit GzipReader(const SourceFile& file);
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader();

  /// The next `count` bytes, fewer only at the end. Throws data if the file is damaged or cut off;
  /// at the end its checksum has been verified.
  [[nodiscard]] std::string read(std::size_t count);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether nobody packs data that well: over 1 GiB and over 200 : 1.
[[nodiscard]] bool is_bomb(std::uint64_t size, std::uint64_t packed_size) noexcept;

/// What a gzip file of this length can hold at most.
[[nodiscard]] std::uint64_t most_unpacked(const SourceFile& file);

/// The unpacked file, which must have exactly `size` bytes. Throws data if it has not, before
/// anything is allocated if a file of this length cannot hold that much.
[[nodiscard]] SourceFile unpack_gzip(const SourceFile& file, std::uint64_t size);

/// The unpacked file, whatever its length. Throws data if it is_bomb.
[[nodiscard]] SourceFile unpack_gzip(const SourceFile& file);

}  // namespace qualm::io
