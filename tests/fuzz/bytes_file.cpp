// SPDX-License-Identifier: Apache-2.0
#include "fuzz/bytes_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace fuzz {

BytesFile::BytesFile(Bytes bytes, Kind kind)
    : kind_(kind),
      descriptor_(kind == Kind::named ? ::mkstemp(path_.data())
                                      : ::memfd_create("fuzz", MFD_CLOEXEC)) {
  require(descriptor_ >= 0, "a file can be made");
  if (kind_ == Kind::in_memory) path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
          "and be written");
}

BytesFile::~BytesFile() {
  ::close(descriptor_);
  if (kind_ == Kind::named) ::unlink(path_.c_str());
}

}  // namespace fuzz
