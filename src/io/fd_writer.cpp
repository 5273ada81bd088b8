// SPDX-License-Identifier: Apache-2.0
#include "io/fd_writer.h"

#include <fmt/format.h>

#include <cerrno>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

}  // namespace

FdWriter::FdWriter(FileDescriptor file, std::string label, std::string remark)
    : file_(std::move(file)), label_(std::move(label)), remark_(std::move(remark)) {
  buffer_.reserve(buffer_size);
}

void FdWriter::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size) {
    write_through(bytes);
  } else {
    buffer_ += bytes;
  }
}

void FdWriter::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void FdWriter::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
    if (count < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void FdWriter::write_at(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0) fail(errno);
    offset += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void FdWriter::fail(int error_number) const {
  if (error_number == EPIPE) throw Error(ErrorKind::interrupted, "");
  if (error_number == EINTR) throw Error(ErrorKind::interrupted, label_ + ": interrupted");
  throw_system(
      fmt::format("{}: cannot be written: {}{}", label_, system_text(error_number), remark_));
}

}  // namespace qualm::io
