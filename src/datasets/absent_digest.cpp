// SPDX-License-Identifier: Apache-2.0
// Compiled instead of digest.cpp where OpenSSL was not found.
#include "datasets/digest.h"
#include "error/absent_part.h"

namespace qualm {
namespace {

[[noreturn]] void throw_no_checksums() {
  throw_absent("computing checksums", "OpenSSL", "libssl-dev");
}

}  // namespace

struct Digest::State {};

Digest::Digest(DigestKind /*kind*/) {
  throw_no_checksums();
}
Digest::~Digest() = default;
void Digest::update(std::string_view /*bytes*/) {}
std::string Digest::finish() {
  return {};
}

FileDigest digest_of_file(const std::string& /*path*/, DigestKind /*kind*/,
                          const Progress& /*progress*/) {
  throw_no_checksums();
}
FileDigest digest_of_content(const std::string& /*path*/, DigestKind /*kind*/,
                             std::uint64_t /*most_bytes*/, const Progress& /*progress*/) {
  throw_no_checksums();
}

}  // namespace qualm
