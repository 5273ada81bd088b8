// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "io/atomic_file.h"
#include "io/fd_writer.h"
#include "io/name_index.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {
namespace {

/// Bytes that are out once written: a pipe, a device, standard output.
class StreamSink final : public Sink {
 public:
  StreamSink(FileDescriptor file, std::string label) : writer_(std::move(file), std::move(label)) {}
  void write(std::string_view bytes) override { writer_.write(bytes); }
  void finish() override { writer_.flush(); }

 private:
  FdWriter writer_;
};

/// The descriptor that a path such as /dev/stdout or /dev/fd/3 names, or -1. Replacing what it
/// leads to would take the file away from whoever opened it.
int named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const auto number = parse_integer(path.substr(folder.size()));
    if (number && *number < 1U << 20) return static_cast<int>(*number);
  }
  return -1;
}

std::unique_ptr<Sink> open_descriptor(int fd, const std::string& label) {
  FileDescriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!copy.is_open()) throw_system(fmt::format("{}: {}", label, system_text(errno)));
  return std::make_unique<StreamSink>(std::move(copy), label);
}

}  // namespace

std::unique_ptr<Sink> open_stdout() {
  return open_descriptor(STDOUT_FILENO, "<stdout>");
}

std::unique_ptr<Sink> open_atomic_file(const std::string& path) {
  const std::string label = printable(path, 4096);
  if (path.find('\0') != std::string::npos) {
    throw_usage(fmt::format("{}: a file's name cannot hold a NUL character", label));
  }
  const int fd = named_descriptor(path);
  if (fd >= 0) return open_descriptor(fd, label);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    throw_system(label + ": is a directory; name a file in it");
  if (!exists || S_ISREG(status.st_mode)) return std::make_unique<AtomicFile>(path);
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) throw_system(fmt::format("{}: {}", label, system_text(errno)));
  return std::make_unique<StreamSink>(std::move(file), label);
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace qualm::io
