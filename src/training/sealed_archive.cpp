// SPDX-License-Identifier: Apache-2.0
#include "training/sealed_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "datasets/digest.h"
#include "io/source.h"
#include "io/text.h"
#include "io/zip_archive.h"
#include "qualm/error.h"

namespace qualm::training {
namespace {

// The end of an archive: a record of 22 bytes, the last two the length of the comment that follows.
constexpr std::string_view end_mark = "PK\x05\x06";
constexpr std::size_t end_size = 22, length_size = 2;
constexpr std::string_view comment_start = "qualm sha256 ";
constexpr std::size_t digest_size = 64, comment_size = comment_start.size() + digest_size;

std::string sha256_of(std::string_view bytes) {
  Digest digest(DigestKind::sha256);
  digest.update(bytes);
  return digest.finish();
}

/// Whether an archive ends here whose comment has `length` bytes.
bool ends_with_comment_of(std::string_view bytes, std::size_t length) {
  if (bytes.size() < end_size + length) return false;
  const std::string_view end = bytes.substr(bytes.size() - end_size - length, end_size);
  return end.starts_with(end_mark) &&
         static_cast<unsigned char>(end[end_size - 2]) == length % 256 &&
         static_cast<unsigned char>(end[end_size - 1]) == length / 256;
}

bool is_sealed(std::string_view bytes) {
  return ends_with_comment_of(bytes, comment_size) &&
         bytes.substr(bytes.size() - comment_size).starts_with(comment_start);
}

io::SourceFile open_file(const std::string& path) {
  return io::open_source(path, [](const std::string&, std::string_view) {});
}

std::string read_from(const io::SourceFile& file, std::uint64_t first) {
  std::string bytes(static_cast<std::size_t>(file.bytes->size() - first), '\0');
  file.bytes->read(first, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

/// Null if it is not a zip archive, or there is no libzip to read it.
std::unique_ptr<io::ZipArchive> open_zip(const std::string& path) {
  try {
    return std::make_unique<io::ZipArchive>(open_file(path));
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

std::string sealed(std::string archive) {
  if (!ends_with_comment_of(archive, 0)) {
    throw Error(ErrorKind::internal, "an archive has no end that a checksum can follow");
  }
  archive.resize(archive.size() - length_size);
  archive += static_cast<char>(comment_size % 256);
  archive += static_cast<char>(comment_size / 256);
  archive += comment_start;
  return archive + sha256_of(archive);
}

Seal seal_of(std::string_view bytes) {
  if (ends_with_comment_of(bytes, 0)) return Seal::missing;
  if (!is_sealed(bytes)) return Seal::broken;
  const std::size_t size = bytes.size() - digest_size;
  return sha256_of(bytes.substr(0, size)) == bytes.substr(size) ? Seal::intact : Seal::broken;
}

bool lacks_seal(const std::string& path) {
  const io::SourceFile file = open_file(path);
  const std::uint64_t size = file.bytes->size();
  return ends_with_comment_of(read_from(file, size - std::min<std::uint64_t>(size, end_size)), 0);
}

std::string read_bytes(const std::string& path) {
  return read_from(open_file(path), 0);
}

void check_records(const std::string& path, std::string_view remedy) {
  const std::unique_ptr<io::ZipArchive> archive = open_zip(path);
  if (archive == nullptr) return;
  std::array<std::byte, 65536> piece;
  for (const io::ZipEntry& entry : archive->entries()) {
    try {
      io::ZipArchive::Stream stream(*archive, entry.index);
      while (stream.read(piece) == piece.size()) {
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      throw_data(fmt::format("{}: damaged: the checksum of {} does not match: {}", path,
                             io::printable(entry.name), remedy));
    }
  }
}

}  // namespace qualm::training
