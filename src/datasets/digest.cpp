// SPDX-License-Identifier: Apache-2.0
#include "datasets/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <new>

#include "io/gzip.h"
#include "io/shared_library.h"
#include "io/source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

constexpr std::size_t digest_piece = std::size_t{1} << 18U;

/// The functions of OpenSSL that we call.
struct CryptoLibrary {
  io::SharedLibrary library{"libcrypto.so.3", "libssl3"};
  decltype(&EVP_MD_CTX_new) make = library.find<decltype(&EVP_MD_CTX_new)>("EVP_MD_CTX_new");
  decltype(&EVP_MD_CTX_free) free = library.find<decltype(&EVP_MD_CTX_free)>("EVP_MD_CTX_free");
  decltype(&EVP_md5) md5 = library.find<decltype(&EVP_md5)>("EVP_md5");
  decltype(&EVP_sha256) sha256 = library.find<decltype(&EVP_sha256)>("EVP_sha256");
  decltype(&EVP_DigestInit_ex) begin =
      library.find<decltype(&EVP_DigestInit_ex)>("EVP_DigestInit_ex");
  decltype(&EVP_DigestUpdate) update =
      library.find<decltype(&EVP_DigestUpdate)>("EVP_DigestUpdate");
  decltype(&EVP_DigestFinal_ex) finish =
      library.find<decltype(&EVP_DigestFinal_ex)>("EVP_DigestFinal_ex");
};

const CryptoLibrary& crypto() {
  static const CryptoLibrary library;
  return library;
}

void demand(int status) {
  if (status != 1) throw Error(ErrorKind::internal, "OpenSSL could not compute a checksum");
}

io::SourceFile open(const std::string& path, bool& gzipped) {
  return io::open_source(path, [&](const std::string&, std::string_view start) {
    gzipped = start.starts_with("\x1f\x8b");
  });
}

FileDigest digest_as_is(const io::SourceFile& file, DigestKind kind, const Progress& progress) {
  Digest digest(kind);
  const std::uint64_t size = file.bytes->size();
  std::string buffer;
  for (std::uint64_t done = 0; done < size; done += buffer.size()) {
    step(progress, done, size);
    buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(digest_piece, size - done)));
    file.bytes->read(done, std::as_writable_bytes(std::span(buffer)));
    digest.update(buffer);
  }
  return {size, digest.finish()};
}

}  // namespace

struct Digest::State {
  EVP_MD_CTX* context = crypto().make();
};

Digest::Digest(DigestKind kind) : state_(std::make_unique<State>()) {
  if (state_->context == nullptr) throw std::bad_alloc();
  demand(crypto().begin(state_->context,
                        kind == DigestKind::md5 ? crypto().md5() : crypto().sha256(), nullptr));
}

Digest::~Digest() {
  crypto().free(state_->context);
}

void Digest::update(std::string_view bytes) {
  demand(crypto().update(state_->context, bytes.data(), bytes.size()));
}

std::string Digest::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned count = 0;
  demand(crypto().finish(state_->context, bytes.data(), &count));
  return fmt::format("{:02x}", fmt::join(bytes.begin(), bytes.begin() + count, ""));
}

FileDigest digest_of_file(const std::string& path, DigestKind kind, const Progress& progress) {
  bool gzipped = false;
  return digest_as_is(open(path, gzipped), kind, progress);
}

FileDigest digest_of_content(const std::string& path, DigestKind kind, std::uint64_t most_bytes,
                             const Progress& progress) {
  bool gzipped = false;
  const io::SourceFile file = open(path, gzipped);
  if (!gzipped) return digest_as_is(file, kind, progress);
  io::GzipReader reader(file);
  Digest digest(kind);
  std::uint64_t done = 0;
  while (done < most_bytes) {
    step(progress, done, most_bytes);
    const std::string bytes = reader.read(
        static_cast<std::size_t>(std::min<std::uint64_t>(digest_piece, most_bytes - done)));
    if (bytes.empty()) break;
    digest.update(bytes);
    done += bytes.size();
  }
  return {done, digest.finish()};
}

}  // namespace qualm
