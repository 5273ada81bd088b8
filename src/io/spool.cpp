// SPDX-License-Identifier: Apache-2.0
#include "io/spool.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>

#include "io/source.h"
#include "io/text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::io {

void Spool::append(std::span<const std::byte> bytes) {
  // Past a small start all the memory is reserved at once: untouched pages cost nothing, moving
  // does.
  constexpr std::size_t small = std::size_t{1} << 16;
  if (buffer_.capacity() < memory_limit && buffer_.size() + bytes.size() > small) {
    buffer_.reserve(memory_limit + small);
    // Half of the time that it takes to fill it is the system's, for its pages.
    sys::prefer_large_pages(buffer_.data(), buffer_.capacity());
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() > memory_limit) flush();
}

void Spool::flush() {
  if (!file_.is_open()) {
    folder_ = sys::temporary_folder();
    file_ = FileDescriptor(sys::unnamed_file(folder_));
    if (!file_.is_open()) throw_no_room(errno);
  }
  for (std::span<const std::byte> rest = buffer_; !rest.empty();) {
    const ssize_t count = ::write(file_.get(), rest.data(), rest.size());
    if (count < 0) throw_no_room(errno);
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
  written_ += buffer_.size();
  buffer_.clear();
}

std::shared_ptr<const ByteSource> Spool::finish() {
  if (!file_.is_open()) return std::make_shared<MemorySource>(std::exchange(buffer_, {}));
  flush();
  return std::make_shared<FileSource>(std::move(file_), std::exchange(written_, 0),
                                      "the copy of " + label_ + " in " + folder_);
}

void Spool::throw_no_room(int error_number) const {
  throw_system(fmt::format("{}: cannot be copied to {}: {}; set TMPDIR to a folder with more room",
                           label_, printable(folder_), system_text(error_number)));
}

}  // namespace qualm::io
