// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "qualm/io.h"

namespace qualm::io {

/// Parts of several files, one behind the other. At most one file is open at a time, however many
/// there are; what is not to be opened again is kept.
class ShardSource final : public ByteSource {
 public:
  struct Piece {
    std::string path;
    std::shared_ptr<const ByteSource> bytes;  ///< null: to be opened when it is read
    std::uint64_t first_byte = 0, n_bytes = 0;
  };
  explicit ShardSource(std::vector<Piece> pieces);

  [[nodiscard]] std::uint64_t size() const override { return ends_.empty() ? 0 : ends_.back(); }
  void read(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  [[nodiscard]] std::shared_ptr<const ByteSource> bytes_of(std::size_t piece) const;

  std::vector<Piece> pieces_;
  std::vector<std::uint64_t> ends_;
  mutable std::mutex mutex_;
  mutable std::size_t opened_ = 0;
  mutable std::shared_ptr<const ByteSource> open_;
};

}  // namespace qualm::io
