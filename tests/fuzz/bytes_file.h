// SPDX-License-Identifier: Apache-2.0
// Bytes as a file, for readers that take a path.
#pragma once

#include <string>

#include "fuzz/targets.h"

namespace fuzz {

class BytesFile {
 public:
  enum class Kind { in_memory, named };
  explicit BytesFile(Bytes bytes, Kind kind = Kind::in_memory);
  BytesFile(const BytesFile&) = delete;
  BytesFile& operator=(const BytesFile&) = delete;
  ~BytesFile();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  Kind kind_;
  std::string path_ = "/tmp/qualm-fuzz-XXXXXX";
  int descriptor_;
};

}  // namespace fuzz
