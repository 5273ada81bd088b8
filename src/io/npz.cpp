// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "error/nearest_name.h"
#include "io/format.h"
#include "io/npy_header.h"
#include "io/spool.h"
#include "io/text.h"
#include "io/zip_archive.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::string_view suffix = ".npy";
constexpr std::uint64_t max_deflate_ratio = 1032;  // what one bit can stand for, by RFC 1951
constexpr std::uint64_t suspicious_ratio = 200;
constexpr std::uint64_t suspicious_size = std::uint64_t{1} << 30;

std::string_view array_name(const ZipEntry& entry) {
  return std::string_view(entry.name).substr(0, entry.name.size() - suffix.size());
}

std::string listing(const std::vector<std::string_view>& names) {
  constexpr std::size_t shown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    out += (i == 0 ? "" : ", ") + printable(names[i], 60);
  }
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

[[noreturn]] void refuse_without_arrays(const std::string& label,
                                        const std::vector<ZipEntry>& entries) {
  const auto ends = [&](std::string_view end) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const ZipEntry& entry) { return entry.name.ends_with(end); });
  };
  if (ends("data.pkl")) throw_data(fmt::format("{}: {}", label, torch_refusal));
  if (ends("[Content_Types].xml")) {
    throw_data(label + ": looks like an office document; save the sheet as CSV (UTF-8)");
  }
  throw_data(label + ": is a zip archive without an array; save it with numpy.savez");
}

ZipEntry choose(const std::string& label, const std::vector<ZipEntry>& entries,
                const OpenOptions& options) {
  std::string key = options.key;
  std::vector<const ZipEntry*> arrays;
  std::vector<std::string_view> names;
  for (const ZipEntry& entry : entries) {
    if (!entry.name.ends_with(suffix)) continue;
    arrays.push_back(&entry);
    names.push_back(array_name(entry));
  }
  if (arrays.empty()) refuse_without_arrays(label, entries);
  if (key.empty()) {
    if (arrays.size() == 1) return *arrays[0];
    key = options.usual_key;
  }
  if (key.empty() || (options.key.empty() && std::count(names.begin(), names.end(), key) == 0)) {
    throw_data(fmt::format("{}: holds {} arrays ({}); say which with {}", label, names.size(),
                           listing(names), options.key_option));
  }
  const auto found = std::find(names.begin(), names.end(), key);
  if (found == names.end()) {
    const std::string nearest = nearest_name(key, names);
    throw_data(fmt::format("{}: has no array {}{}; it holds {}", label, quoted(key),
                           nearest.empty() ? "" : ", did you mean " + quoted(nearest) + "?",
                           listing(names)));
  }
  if (std::find(found + 1, names.end(), key) != names.end()) {
    throw_data(
        fmt::format("{}: holds two arrays {}; save it again with numpy.savez", label, quoted(key)));
  }
  return *arrays[static_cast<std::size_t>(found - names.begin())];
}

// Everything the directory claims is checked here, before a byte is unpacked or allocated for it.
void check_claims(const std::string& label, const ZipEntry& entry, std::uint64_t archive_size) {
  if (entry.encrypted) throw_data(label + ": is encrypted; save it without a password");
  if (!entry.stored && !entry.deflated) {
    throw_data(label +
               ": is compressed in a way that numpy does not write; save it with numpy.savez");
  }
  if (entry.packed_size > archive_size || (entry.stored && entry.size != entry.packed_size) ||
      entry.size / max_deflate_ratio > entry.packed_size) {
    throw_data(fmt::format("{}: claims {} bytes out of {}, which cannot be; it is damaged", label,
                           entry.size, entry.packed_size));
  }
  if (entry.size > suspicious_size && entry.size / suspicious_ratio > entry.packed_size) {
    throw_data(
        fmt::format("{}: would expand {} times to {} bytes: refused as a zip bomb; if it is "
                    "yours, save it with numpy.savez instead of savez_compressed",
                    label, entry.size / entry.packed_size, entry.size));
  }
}

ArrayHeader read_header(const std::string& label, const ZipEntry& entry,
                        ZipArchive::Stream& stream) {
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
  ArrayHeader out = parse_npy_header(label, header);
  check_array_size(label, out, entry.size - header.size());
  return out;
}

// Reads to the end, so that the CRC is known to be right. Never more than the header justifies.
void unpack(const std::string& label, std::uint64_t count, ZipArchive::Stream& stream,
            Spool* spool) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(count, 1U << 18)));
  while (count > 0) {
    const auto piece = std::span(buffer).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(count, buffer.size())));
    if (stream.read(piece) != piece.size()) throw_data(label + ": is truncated; copy it again");
    if (spool != nullptr) spool->append(piece);
    count -= piece.size();
  }
  std::byte beyond{};
  if (stream.read({&beyond, 1}) != 0) {
    throw_data(label + ": holds more than the archive's directory says; it is damaged");
  }
}

}  // namespace

std::vector<std::string> npz_array_names(const SourceFile& file) {
  std::vector<std::string> names;
  for (const ZipEntry& entry : ZipArchive(file).entries()) {
    if (entry.name.ends_with(suffix)) names.emplace_back(array_name(entry));
  }
  return names;
}

StoredArray open_npz(const SourceFile& file, const OpenOptions& options) {
  ZipArchive archive(file);
  const ZipEntry entry = choose(file.label, archive.entries(), options);
  StoredArray array;
  array.label = fmt::format("{}[{}]", file.label, printable(array_name(entry)));
  check_claims(array.label, entry, file.bytes->size());

  ZipArchive::Stream stream(archive, entry.index);
  ArrayHeader header = read_header(array.label, entry, stream);
  Spool spool(array.label);
  unpack(array.label, header.data_bytes, stream, entry.stored ? nullptr : &spool);

  array.dtype = header.dtype;
  array.byte_swapped = header.byte_swapped;
  array.fortran_order = header.fortran_order;
  array.shape = std::move(header.shape);
  if (entry.deflated) {
    array.bytes = spool.finish();
    return array;
  }
  const auto place = stream.place();
  if (!place) {
    throw Error(ErrorKind::internal,
                array.label + ": libzip did not read a stored entry in one run");
  }
  array.bytes = file.bytes;
  array.first_byte = *place + (entry.size - header.data_bytes);
  return array;
}

}  // namespace qualm::io
