// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "qualm/progress.h"

namespace qualm {

enum class DigestKind { md5, sha256 };

/// A checksum of bytes given piece by piece.
class Digest {
 public:
  explicit Digest(DigestKind kind);
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  ~Digest();

  void update(std::string_view bytes);
  /// In hexadecimal, small letters. Once.
  [[nodiscard]] std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct FileDigest {
  std::uint64_t bytes = 0;
  std::string hex;
};
/// Of a file as it is.
[[nodiscard]] FileDigest digest_of_file(const std::string& path, DigestKind kind,
                                        const Progress& progress = {});
/// Of its content: what is gzipped is unpacked, but no more than `most_bytes` of it: a longer one
/// ends there. Throws data if it is damaged.
[[nodiscard]] FileDigest digest_of_content(const std::string& path, DigestKind kind,
                                           std::uint64_t most_bytes, const Progress& progress = {});

}  // namespace qualm
