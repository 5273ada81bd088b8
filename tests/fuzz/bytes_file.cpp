// SPDX-License-Identifier: Apache-2.0
#include "fuzz/bytes_file.h"

#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

BytesFile::BytesFile(Bytes bytes)
    : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)),
      path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  require(descriptor_ >= 0, "a file in memory can be made");
  require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
          "and be written");
}

BytesFile::~BytesFile() {
  ::close(descriptor_);
}

}  // namespace fuzz
