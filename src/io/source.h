// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "io/file_descriptor.h"
#include "qualm/io.h"

namespace qualm::io {

/// A file that can be read at any offset.
class FileSource final : public ByteSource {
 public:
  FileSource(FileDescriptor file, std::uint64_t size, std::string label)
      : file_(std::move(file)), size_(size), label_(std::move(label)) {}
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::span<std::byte> out) const override;
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

 private:
  FileDescriptor file_;
  std::uint64_t size_;
  std::string label_;
};

/// Bytes held in memory.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  std::vector<std::byte> bytes_;
};

/// A named run of bytes: what every reader starts from.
struct SourceFile {
  std::string label;
  std::shared_ptr<const ByteSource> bytes;
};

/// Sees the first bytes of a file (at most sniff_size) and throws if it is of no use.
using CheckStart = std::function<void(const std::string& label, std::string_view start)>;
inline constexpr std::size_t sniff_size = 4096;
/// The most bytes that a file can have, by its first bytes, so that nobody copies an endless one.
using LimitBytes = std::function<std::uint64_t(const std::string& label, std::string_view start)>;
inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Whether a path can be opened several times: a regular file, not a pipe and not "-".
[[nodiscard]] bool can_be_reopened(const std::string& path) noexcept;

/// Opens a path, or "-" for stdin. What cannot be read at any offset (a pipe, a terminal) is first
/// copied to a temporary file, unless `check_start` throws on its first bytes. Throws data if it is
/// longer than its limit.
[[nodiscard]] SourceFile open_source(const std::string& path, const CheckStart& check_start,
                                     const LimitBytes& limit = {});

}  // namespace qualm::io
