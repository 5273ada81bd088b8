// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "qualm/io.h"

namespace qualm::io {

/// bfloat16 numbers, least significant byte first, as the floats that begin with their bits.
class Bfloat16Source final : public ByteSource {
 public:
  /// The numbers are those from `first_byte` on.
  Bfloat16Source(std::shared_ptr<const ByteSource> bytes, std::uint64_t first_byte)
      : bytes_(std::move(bytes)), first_byte_(first_byte) {}

  [[nodiscard]] std::uint64_t size() const override { return 2 * (bytes_->size() - first_byte_); }
  void read(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  std::shared_ptr<const ByteSource> bytes_;
  std::uint64_t first_byte_;
};

}  // namespace qualm::io
