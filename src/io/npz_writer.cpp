// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>

#include "io/npy_writer.h"
#include "io/zip_records.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {
namespace {

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
  std::vector<ZipMember> entries;
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
    ZipMember entry{array.name + ".npy", joined.crc,
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
  for (const ZipMember& entry : entries) write(central_header(entry));
  write(end_of_archive(entries.size(), directory, offset));
}

}  // namespace qualm::io
