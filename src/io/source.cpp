// SPDX-License-Identifier: Apache-2.0
#include "io/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "io/spool.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

// EINTR is not retried: a signal handler ran, so the user wants to stop a read that may block for
// ever.
[[noreturn]] void throw_errno(const std::string& label, int error_number) {
  if (error_number == EINTR) throw Error(ErrorKind::interrupted, label + ": interrupted");
  const char* const remedy = error_number == ENOENT   ? "; check the path"
                             : error_number == EACCES ? "; get read permission"
                                                      : "";
  throw_system(
      fmt::format("{}: {}{}", label.empty() ? "''" : label, system_text(error_number), remedy));
}

std::size_t read_some(int fd, std::span<char> out, const std::string& label) {
  const ssize_t count = ::read(fd, out.data(), out.size());
  if (count < 0) throw_errno(label, errno);
  return static_cast<std::size_t>(count);
}

void check_size(const std::string& label, std::uint64_t size, std::uint64_t most) {
  if (size <= most) return;
  throw_data(fmt::format("{}: is longer than the {} bytes that it can have; is it the right file?",
                         label, most));
}

/// Checks the first bytes of a file; the most bytes that it can have.
using Inspect = std::function<std::uint64_t(std::string_view start)>;

std::shared_ptr<const ByteSource> spool_stream(int fd, const std::string& label,
                                               const Inspect& inspect) {
  Spool spool(label);
  std::vector<char> buffer(std::size_t{1} << 18);
  std::size_t filled = 0;
  std::uint64_t total = 0, most = no_limit;
  for (bool checked = false;;) {
    const std::size_t count = read_some(fd, std::span(buffer).subspan(filled), label);
    filled += count;
    total += count;
    if (!checked && (count == 0 || filled >= sniff_size)) {
      most = inspect({buffer.data(), std::min(filled, sniff_size)});
      checked = true;
    }
    check_size(label, total, most);
    if (count == 0 || filled == buffer.size()) {
      spool.append(std::as_bytes(std::span(buffer).first(filled)));
      filled = 0;
    }
    if (count == 0) return spool.finish();
  }
}

}  // namespace

void FileSource::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t count = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0) throw_errno(label_, errno);
    if (count == 0) {
      throw_data(
          fmt::format("{}: ends at byte {}, it had {} when it was opened; do not change it "
                      "while it is read",
                      label_, offset, size_));
    }
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
}

void MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > bytes_.size() || out.size() > bytes_.size() - offset) {
    throw_data(fmt::format("bytes end at {}, before {}", bytes_.size(), offset + out.size()));
  }
  if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
}

bool can_be_reopened(const std::string& path) noexcept {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

SourceFile open_source(const std::string& path, const CheckStart& check_start,
                       const LimitBytes& limit) {
  const bool is_stdin = path == "-";
  std::string label = is_stdin ? "<stdin>" : printable(path, 4096);
  FileDescriptor file(is_stdin ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                               : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw_errno(label, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_errno(label, errno);
  if (S_ISDIR(status.st_mode)) throw_system(label + ": is a directory; name a file in it");

  const auto inspect = [&](std::string_view start) {
    check_start(label, start);
    return limit ? limit(label, start) : no_limit;
  };
  const bool readable_anywhere =
      S_ISREG(status.st_mode) && (!is_stdin || ::lseek(file.get(), 0, SEEK_CUR) == 0);
  if (!readable_anywhere) {
    auto bytes = spool_stream(file.get(), label, inspect);
    return {std::move(label), std::move(bytes)};
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto bytes = std::make_shared<FileSource>(std::move(file), size, label);
  std::array<char, sniff_size> start{};
  const auto start_size = static_cast<std::size_t>(std::min<std::uint64_t>(size, start.size()));
  bytes->read(0, std::as_writable_bytes(std::span(start).first(start_size)));
  inspect({start.data(), start_size});
  return {std::move(label), std::move(bytes)};
}

}  // namespace qualm::io
