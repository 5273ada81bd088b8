// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zip.h>

#include <exception>
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

/// A zip archive read through libzip. Every failure throws data, a failing disk system.
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

   private:
    struct Close {
      void operator()(zip_file_t* file) const noexcept { zip_fclose(file); }
    };
    ZipArchive& archive_;
    std::unique_ptr<zip_file_t, Close> file_;
    std::uint64_t count_ = 0;
  };

 private:
  // libzip reads the archive through this callback, so stdin and files are the same to it.
  static zip_int64_t callback(void* self, void* data, zip_uint64_t length,
                              zip_source_cmd_t command);
  zip_int64_t read_some(void* data, zip_uint64_t length);
  [[noreturn]] void fail(const std::string& what);

  struct ZipError {
    ZipError() noexcept { zip_error_init(&value); }
    ~ZipError() { zip_error_fini(&value); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;
    zip_error_t value{};
  };

  SourceFile file_;
  zip_t* zip_ = nullptr;
  ZipError error_;
  std::exception_ptr failure_;  // of our own reading, which must not cross libzip's C code
  std::uint64_t position_ = 0;
  // The run of bytes that libzip read since a stream was opened.
  std::uint64_t run_first_ = 0, run_end_ = 0;
  bool run_broken_ = false;
};

}  // namespace qualm::io
