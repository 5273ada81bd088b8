// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/file_descriptor.h"
#include "qualm/io.h"

namespace qualm::io {

/// Takes bytes in order and gives them back as a source. Up to memory_limit they stay in memory;
/// more go to a file without a name in TMPDIR (else /tmp), which the system frees even if we are
/// killed.
class Spool {
 public:
  static constexpr std::size_t memory_limit = std::size_t{32} << 20;

  /// `label` is what is spooled, for messages.
  explicit Spool(std::string label) : label_(std::move(label)) {}

  /// Throws system, naming TMPDIR, if there is no room.
  void append(std::span<const std::byte> bytes);
  /// All bytes so far; the spool is empty afterwards.
  [[nodiscard]] std::shared_ptr<const ByteSource> finish();

 private:
  void flush();
  [[noreturn]] void throw_no_room(int error_number) const;

  std::string label_;
  std::string folder_;
  FileDescriptor file_;
  std::uint64_t written_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace qualm::io
