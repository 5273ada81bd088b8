// SPDX-License-Identifier: Apache-2.0
// Compiled instead of zip_archive.cpp where libzip was not found.
#include "error/absent_part.h"
#include "io/zip_archive.h"

namespace qualm::io {

struct ZipArchive::State {};
struct ZipArchive::Stream::File {};

ZipArchive::ZipArchive(SourceFile file) : file_(std::move(file)) {
  throw_absent(file_.label + ": reading .npz and .zip files", "libzip", "libzip-dev");
}
ZipArchive::~ZipArchive() = default;
std::vector<ZipEntry> ZipArchive::entries() {
  return {};
}

ZipArchive::Stream::Stream(ZipArchive& archive, std::uint64_t /*index*/) : archive_(archive) {}
ZipArchive::Stream::~Stream() = default;
std::size_t ZipArchive::Stream::read(std::span<std::byte> /*out*/) {
  return 0;
}
std::optional<std::uint64_t> ZipArchive::Stream::place() const {
  return std::nullopt;
}

}  // namespace qualm::io
