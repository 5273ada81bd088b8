// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "io/file_descriptor.h"
#include "qualm/progress.h"

namespace qualm {

/// A file that grows with each download: NAME.part beside the name it will get. It belongs to one
/// process at a time and stays when that ends.
class PartFile {
 public:
  /// Throws system if it cannot be written or another process is at it.
  explicit PartFile(std::string target);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  void append(const char* bytes, std::size_t count);
  void clear();
  void remove();
  /// Takes its name, and is on the disk then.
  void finish();

 private:
  [[noreturn]] void fail(int error_number) const;

  std::string target_, path_;
  io::FileDescriptor file_;
  std::uint64_t size_ = 0;
};

/// Why an address did not give a file.
struct DownloadFailure {
  bool is_absent = false;  ///< it has no such file; else it cannot be reached or broke off
  std::string reason;      ///< "" if all is well
};

/// Appends what is missing of the file at `address` (http, https, or file) to `part`, beginning
/// anew if the server cannot go on in the middle, and asking again as long as something comes.
/// At most `most_bytes` are taken. Throws system if the disk is full or libcurl is not there, and
/// interrupted; the part stays then.
[[nodiscard]] DownloadFailure download(const std::string& address, std::uint64_t most_bytes,
                                       PartFile& part, const Progress& progress);

}  // namespace qualm
