// SPDX-License-Identifier: Apache-2.0
#include "io/zip_records.h"

#include <zlib.h>

namespace qualm::io {
namespace {

// Every archive is written as ZIP64, so that there is one way for all sizes and it is always
// tested. Sizes and CRC stand before the data, so that a pipe will do.
constexpr unsigned version = 45;
constexpr unsigned utf8_names = 1U << 11;
constexpr unsigned first_day = 1U << 5 | 1U;  // 1980-01-01: equal arrays make equal files
constexpr std::uint64_t in_zip64 = 0xFFFFFFFF;

class Record {
 public:
  Record& u16(std::uint64_t value) { return little_endian(value, 2); }
  Record& u32(std::uint64_t value) { return little_endian(value, 4); }
  Record& u64(std::uint64_t value) { return little_endian(value, 8); }
  Record& text(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  Record& little_endian(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i, value >>= 8) bytes_ += static_cast<char>(value & 0xFFU);
    return *this;
  }
  std::string bytes_;
};

/// The fields that local and central headers share.
void add_common(Record& record, const ZipMember& entry, unsigned extra_size) {
  record.u16(version)
      .u16(utf8_names)
      .u16(entry.is_packed ? Z_DEFLATED : 0)
      .u16(0)
      .u16(first_day)
      .u32(entry.crc);
  record.u32(in_zip64).u32(in_zip64).u16(entry.name.size()).u16(extra_size);
}

}  // namespace

std::string local_header(const ZipMember& entry) {
  Record record;
  record.u32(0x04034b50);
  add_common(record, entry, 20);
  record.text(entry.name).u16(1).u16(16).u64(entry.size).u64(entry.packed_size);
  return record.bytes();
}

std::string central_header(const ZipMember& entry) {
  Record record;
  record.u32(0x02014b50).u16(version);
  add_common(record, entry, 28);
  record.u16(0).u16(0).u16(0).u32(0).u32(in_zip64).text(entry.name);
  record.u16(1).u16(24).u64(entry.size).u64(entry.packed_size).u64(entry.offset);
  return record.bytes();
}

std::string end_of_archive(std::uint64_t n_entries, std::uint64_t first, std::uint64_t last) {
  Record record;
  record.u32(0x06064b50).u64(44).u16(version).u16(version).u32(0).u32(0);
  record.u64(n_entries).u64(n_entries).u64(last - first).u64(first);
  record.u32(0x07064b50).u32(0).u64(last).u32(1);
  record.u32(0x06054b50).u16(0).u16(0).u16(0xFFFF).u16(0xFFFF).u32(in_zip64).u32(in_zip64).u16(0);
  return record.bytes();
}

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // zlib starts anew when given a null pointer
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace qualm::io
