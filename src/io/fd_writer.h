// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/file_descriptor.h"

namespace qualm::io {

/// Buffered writing to a file descriptor.
class FdWriter {
 public:
  /// `label` is what is written, for messages; `remark` is added to them.
  FdWriter(FileDescriptor file, std::string label, std::string remark = "");

  /// Both throw system, or interrupted: without a message if the reader has closed its pipe.
  void write(std::string_view bytes);
  void flush();
  /// At this place of a file, at once.
  void write_at(std::uint64_t offset, std::string_view bytes);

  [[nodiscard]] int get() const noexcept { return file_.get(); }
  [[noreturn]] void fail(int error_number) const;

 private:
  void write_through(std::string_view bytes);

  FileDescriptor file_;
  std::string label_;
  std::string remark_;
  std::string buffer_;
};

}  // namespace qualm::io
