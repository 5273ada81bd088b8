// SPDX-License-Identifier: Apache-2.0
#include "io/npz_entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/gzip.h"
#include "io/npy_header.h"
#include "io/spool.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::uint64_t max_deflate_ratio = 1032;  // what one bit can stand for, by RFC 1951

// Everything the directory claims is checked here, before a byte is unpacked or allocated for it.
void check_claims(const std::string& label, const ZipEntry& entry, std::uint64_t archive_size) {
  if (entry.encrypted) throw_data(label + ": is encrypted; save it without a password");
  if (!entry.stored && !entry.deflated) {
    throw_data(label +
               ": is compressed in a way that numpy does not write; save it with numpy.savez");
  }
  if (entry.packed_size > archive_size || (entry.stored && entry.size != entry.packed_size) ||
      entry.size / max_deflate_ratio > entry.packed_size) {
    throw_data(fmt::format("{}: claims {} bytes out of {}, which is impossible; it is damaged",
                           label, entry.size, entry.packed_size));
  }
  if (is_bomb(entry.size, entry.packed_size)) {
    throw_data(
        fmt::format("{}: would expand {} times to {} bytes: refused as a zip bomb; if it is "
                    "yours, save it with numpy.savez instead of savez_compressed",
                    label, entry.size / entry.packed_size, entry.size));
  }
}

std::optional<ArrayHeader> read_header(const std::string& label, const ZipEntry& entry,
                                       ZipArchive::Stream& stream, const NpyHeaderParser& parse) {
  const auto fill = [&](std::span<char> part) {
    if (stream.read(std::as_writable_bytes(part)) != part.size()) {
      throw_data(label + ": ends within the header: it is truncated; copy it again");
    }
  };
  std::string header(npy_preamble_size, '\0');
  fill(header);
  header.resize(npy_header_size(label, header));
  fill(std::span(header).subspan(npy_preamble_size));
  if (entry.size < header.size()) throw_data(label + ": the zip directory is damaged");
  std::optional<ArrayHeader> out = parse(label, header);
  if (out) check_array_size(label, *out, entry.size - header.size());
  return out;
}

// Reads to the end, so that the CRC is known to be right. Never more than the header justifies.
void read_data(const std::string& label, std::uint64_t count, ZipArchive::Stream& stream,
               Spool* spool) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(count, 1U << 18)));
  while (count > 0) {
    const auto part = std::span(buffer).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(count, buffer.size())));
    if (stream.read(part) != part.size()) throw_data(label + ": is truncated; copy it again");
    if (spool != nullptr) spool->append(part);
    count -= part.size();
  }
  std::byte beyond{};
  if (stream.read({&beyond, 1}) != 0) {
    throw_data(label + ": holds more than the archive's directory says; it is damaged");
  }
}

}  // namespace

std::optional<StoredArray> open_npz_entry(ZipArchive& archive, const ZipEntry& entry,
                                          const std::string& label, const NpyHeaderParser& parse) {
  const SourceFile& file = archive.file();
  check_claims(label, entry, file.bytes->size());
  ZipArchive::Stream stream(archive, entry.index);
  std::optional<ArrayHeader> header = read_header(label, entry, stream, parse);
  if (!header) return std::nullopt;
  Spool spool(label);
  read_data(label, header->data_bytes, stream, entry.stored ? nullptr : &spool);

  StoredArray array;
  array.label = label;
  array.dtype = header->dtype;
  array.byte_swapped = header->byte_swapped;
  array.fortran_order = header->fortran_order;
  array.shape = std::move(header->shape);
  if (entry.deflated) {
    array.bytes = spool.finish();
    return array;
  }
  const auto place = stream.place();
  if (!place) {
    throw Error(ErrorKind::internal, label + ": libzip did not read a stored entry in one run");
  }
  array.bytes = file.bytes;
  array.first_byte = *place + (entry.size - header->data_bytes);
  return array;
}

}  // namespace qualm::io
