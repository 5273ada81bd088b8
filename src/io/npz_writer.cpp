// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>

#include "io/npy_writer.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {
namespace {

// Every archive is written as ZIP64, so that there is one way for all sizes and it is always
// tested. Sizes and CRC stand before the data, so that a pipe will do.
constexpr unsigned version = 45;
constexpr unsigned utf8_names = 1U << 11;
constexpr unsigned first_day = 1U << 5 | 1U;  // 1980-01-01: equal arrays make equal files
constexpr std::uint64_t in_zip64 = 0xFFFFFFFF;

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before = 0) {
  if (bytes.empty()) return before;  // zlib starts anew when given a null pointer
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

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

struct Entry {
  std::string name;
  std::uint32_t crc = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint64_t packed_size = size;
  bool is_packed = false;
};

/// The fields that local and central headers share.
void add_common(Record& record, const Entry& entry, unsigned extra_size) {
  record.u16(version)
      .u16(utf8_names)
      .u16(entry.is_packed ? Z_DEFLATED : 0)
      .u16(0)
      .u16(first_day)
      .u32(entry.crc);
  record.u32(in_zip64).u32(in_zip64).u16(entry.name.size()).u16(extra_size);
}

std::string local_header(const Entry& entry) {
  Record record;
  record.u32(0x04034b50);
  add_common(record, entry, 20);
  record.text(entry.name).u16(1).u16(16).u64(entry.size).u64(entry.packed_size);
  return record.bytes();
}

std::string central_header(const Entry& entry) {
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

/// An array whose rows lie in several processes.
struct Joined {
  NpyStart start;
  std::size_t text_width = 1;
  std::uint32_t crc = 0;  ///< of header and all rows
};

Joined join(const NamedArray& array, Group& group) {
  Joined joined;
  std::size_t n_rows = 0;
  for (const auto& of_rank : group.all({array.shape.at(0), text_width(array)})) {
    n_rows = static_cast<std::size_t>(of_rank[0]) + (array.is_whole ? 0 : n_rows);
    joined.text_width = std::max(joined.text_width, static_cast<std::size_t>(of_rank[1]));
  }
  joined.start = npy_start(array, n_rows, joined.text_width);
  std::uint32_t crc = 0;
  std::uint64_t n_bytes = 0;
  if (group.is_first() || !array.is_whole) {
    visit_npy_data(array, joined.text_width, [&](std::string_view bytes) {
      crc = crc32_of(bytes, crc);
      n_bytes += bytes.size();
    });
  }
  joined.crc = crc32_of(joined.start.header);
  for (const auto& of_rank : group.all({crc, n_bytes})) {
    joined.crc = static_cast<std::uint32_t>(
        ::crc32_combine(joined.crc, of_rank[0], static_cast<z_off_t>(of_rank[1])));
  }
  return joined;
}

/// As a ZIP archive wants it: without header and checksum of zlib's.
std::string deflate_all(std::string_view bytes) {
  z_stream stream{};
  constexpr int raw = -MAX_WBITS, memory = 9;
  if (::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw, memory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw Error(ErrorKind::internal, "zlib does not start");
  }
  std::string packed;
  std::string chunk(1U << 16, 0);
  constexpr std::size_t most = 1U << 30;  // zlib counts in 32 bits
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::string_view part = bytes.substr(0, most);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      stream.avail_in = static_cast<uInt>(part.size());
      bytes.remove_prefix(part.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    state = ::deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(chunk, 0, chunk.size() - stream.avail_out);
  }
  ::deflateEnd(&stream);
  return packed;
}

/// All of an array as a .npy file.
std::string npy_bytes(const NamedArray& array) {
  std::string bytes = npy_start(array).header;
  visit_npy_data(array, text_width(array), [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

}  // namespace

void write_npz(Sink& sink, std::span<const NamedArray> arrays, Group& group) {
  std::uint64_t offset = 0;
  // What stands between the arrays is of the first process.
  const auto write = [&](std::string_view bytes) {
    if (group.is_first()) sink.write(bytes);
    offset += bytes.size();
  };
  std::vector<Entry> entries;
  for (const NamedArray& array : arrays) {
    if (array.compressed) {
      const std::string bytes = npy_bytes(array), packed = deflate_all(bytes);
      entries.push_back(
          {array.name + ".npy", crc32_of(bytes), bytes.size(), offset, packed.size(), true});
      write(local_header(entries.back()));
      write(packed);
      sink.cut();
      continue;
    }
    const Joined joined = join(array, group);
    Entry entry{array.name + ".npy", joined.crc,
                joined.start.header.size() + joined.start.data_bytes, offset};
    write(local_header(entry));
    write(joined.start.header);
    if (group.is_first() || !array.is_whole) {
      visit_npy_data(array, joined.text_width, [&](std::string_view bytes) { sink.write(bytes); });
    }
    offset += joined.start.data_bytes;
    sink.cut();
    entries.push_back(std::move(entry));
  }
  const std::uint64_t directory = offset;
  for (const Entry& entry : entries) write(central_header(entry));
  write(end_of_archive(entries.size(), directory, offset));
}

}  // namespace qualm::io
