// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace qualm::cli {

/// A file of demo/, compiled in.
struct DemoFile {
  std::string_view name;  ///< "fashion-mnist.npz"
  std::string_view bytes;
};
[[nodiscard]] std::span<const DemoFile> demo_files() noexcept;

/// A path under which the bytes can be read as long as this object lives, without a disk.
class InMemoryFile {
 public:
  explicit InMemoryFile(const DemoFile& file);
  ~InMemoryFile();
  InMemoryFile(const InMemoryFile&) = delete;
  InMemoryFile& operator=(const InMemoryFile&) = delete;

  [[nodiscard]] std::string path() const;

 private:
  int descriptor_ = -1;
};

}  // namespace qualm::cli
