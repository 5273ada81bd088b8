// SPDX-License-Identifier: Apache-2.0
// Bytes as a file without a name, for readers that take a path.
#pragma once

#include <string>

#include "fuzz/targets.h"

namespace fuzz {

class BytesFile {
 public:
  explicit BytesFile(Bytes bytes);
  BytesFile(const BytesFile&) = delete;
  BytesFile& operator=(const BytesFile&) = delete;
  ~BytesFile();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace fuzz
