// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/source.h"

namespace qualm::io {

/// One file of a zip archive, as its directory describes it. Nothing of it is verified.
struct ZipEntry {
  std::uint64_t index = 0;
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t packed_size = 0;
  bool stored = false;    ///< not compressed
  bool deflated = false;  ///< compressed in the one way that numpy writes
  bool encrypted = false;
};

/// A zip archive read through libzip. Every failure throws data, a failing disk system; system also
/// where qualm was built without libzip.
class ZipArchive {
 public:
  explicit ZipArchive(SourceFile file);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  [[nodiscard]] std::vector<ZipEntry> entries();
  [[nodiscard]] const SourceFile& file() const noexcept { return file_; }

  /// One entry, unpacked piece by piece. The archive must outlive it.
  class Stream {
   public:
    Stream(ZipArchive& archive, std::uint64_t index);
    /// Fills `out` as far as the entry goes. At its end checks CRC and size.
    [[nodiscard]] std::size_t read(std::span<std::byte> out);
    /// Where in the archive all bytes read so far lie, one after the other, as they are; nothing if
    /// they do not.
    [[nodiscard]] std::optional<std::uint64_t> place() const;

    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

   private:
    struct File;
    ZipArchive& archive_;
    std::unique_ptr<File> file_;
    std::uint64_t count_ = 0;
  };

 private:
  struct State;
  SourceFile file_;
  std::unique_ptr<State> state_;
};

}  // namespace qualm::io
