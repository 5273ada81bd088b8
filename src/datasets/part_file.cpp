// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "datasets/download.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm {

PartFile::PartFile(std::string target)
    : target_(std::move(target)),
      path_(target_ + ".part"),
      file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (!file_.is_open()) fail(errno);
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw_system(fmt::format("{}: another process is downloading it; wait until it is done",
                             io::printable(path_, 4096)));
  }
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) fail(errno);
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void PartFile::append(const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(file_.get(), bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes += written;
    count -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
}

void PartFile::clear() {
  if (::ftruncate(file_.get(), 0) != 0) fail(errno);
  size_ = 0;
}

void PartFile::remove() {
  ::unlink(path_.c_str());
}

void PartFile::finish() {
  if (::fsync(file_.get()) != 0) fail(errno);
  if (std::rename(path_.c_str(), target_.c_str()) != 0) fail(errno);
  const std::string parent = std::filesystem::path(target_).parent_path().string();
  const io::FileDescriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
}

void PartFile::fail(int error_number) const {
  throw_system(fmt::format("{}: cannot be written: {}", io::printable(path_, 4096),
                           io::system_text(error_number)));
}

}  // namespace qualm
