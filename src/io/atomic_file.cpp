// SPDX-License-Identifier: Apache-2.0
#include "io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "io/text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_unwritable(const std::string& label, int error_number,
                                   std::string_view remedy = "") {
  throw_system(
      fmt::format("{}: cannot be written: {}{}", label, system_text(error_number), remedy));
}

/// Where the links lead, also if nothing is there yet: a link is kept, its target replaced.
fs::path follow_links(fs::path path, const std::string& label) {
  std::error_code error;
  for (int hops = 0; fs::is_symlink(path, error); ++hops) {
    if (hops == 40) throw_unwritable(label, ELOOP);
    fs::path next = fs::read_symlink(path, error);
    if (error) throw_unwritable(label, error.value());
    path = path.parent_path() / next;
  }
  return path;
}

FileDescriptor create_beside(const fs::path& folder, mode_t mode, std::string& name,
                             const std::string& label) {
  for (int tries = 0; tries < 100; ++tries) {
    std::uint64_t random = 0;
    if (!sys::random_bytes(std::as_writable_bytes(std::span(&random, 1)))) {
      throw_unwritable(label, errno);
    }
    name = (folder / fmt::format(".qualm-{:016x}.tmp", random)).string();
    FileDescriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.is_open()) return file;
    if (const int number = errno; number != EEXIST) {
      std::error_code ignored;
      throw_unwritable(label, number,
                       number != ENOENT              ? ""
                       : fs::exists(folder, ignored) ? "; its folder takes no files"
                                                     : "; make its folder first");
    }
  }
  throw_unwritable(label, EEXIST);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) {
  const std::string label = printable(path, 4096);
  const fs::path target = follow_links(path, label);
  if (!target.has_filename()) throw_unwritable(label, EISDIR);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  struct stat old {};
  const bool replaces = ::stat(target.c_str(), &old) == 0;
  // Renaming would overwrite what its owner has protected.
  if (replaces && ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
    throw_unwritable(label, errno);

  std::string pending;
  FileDescriptor file = create_beside(folder, replaces ? 0600 : 0666, pending, label);
  if (replaces) {
    [[maybe_unused]] const int owner = ::fchown(file.get(), old.st_uid, old.st_gid);  // if we may
    [[maybe_unused]] const int mode = ::fchmod(file.get(), old.st_mode & 07777);
  }
  writer_.emplace(std::move(file), label, replaces ? "; the old file is unchanged" : "");
  target_ = target.string();
  pending_ = std::move(pending);
}

AtomicFile::~AtomicFile() {
  if (!pending_.empty()) ::unlink(pending_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  writer_->write(bytes);
}

void AtomicFile::write_at(std::uint64_t offset, std::string_view bytes) {
  writer_->write_at(offset, bytes);
}

void AtomicFile::finish() {
  writer_->flush();
  // After a power cut the new name may be there without its bytes, and the old file would be lost.
  // The name itself may be lost: then the old file is there.
  if (::fsync(writer_->get()) != 0) writer_->fail(errno);
  if (std::rename(pending_.c_str(), target_.c_str()) != 0) writer_->fail(errno);
  pending_.clear();
}

}  // namespace qualm::io
