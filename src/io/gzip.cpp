// SPDX-License-Identifier: Apache-2.0
#include "io/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <vector>

#include "io/spool.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U;
// Deflate makes at most this many bytes out of one.
constexpr std::uint64_t greatest_ratio = 1032;

}  // namespace

struct GzipReader::State {
  SourceFile file;
  z_stream stream{};
  std::vector<unsigned char> packed;
  std::uint64_t offset = 0;
  bool at_end = false;

  /// False at the end of the file.
  bool refill() {
    const std::uint64_t left = file.bytes->size() - offset;
    packed.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece, left)));
    file.bytes->read(offset, std::as_writable_bytes(std::span(packed)));
    offset += packed.size();
    stream.next_in = packed.data();
    stream.avail_in = static_cast<uInt>(packed.size());
    return left > 0;
  }

  /// Several gzip files, one behind the other, are one. Zeros fill the last block of a tape.
  void start_next_member() {
    for (;;) {
      if (stream.avail_in == 0 && !refill()) {
        at_end = true;
        return;
      }
      if (*stream.next_in != 0) break;
      ++stream.next_in;
      --stream.avail_in;
    }
    inflateReset(&stream);
  }
};

GzipReader::GzipReader(const SourceFile& file) : state_(std::make_unique<State>()) {
  state_->file = file;
  constexpr int gzip_only = 16;
  if (inflateInit2(&state_->stream, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
}

GzipReader::~GzipReader() {
  inflateEnd(&state_->stream);
}

std::string GzipReader::read(std::size_t count) {
  State& state = *state_;
  std::string out(count, '\0');
  state.stream.next_out = reinterpret_cast<Bytef*>(out.data());
  state.stream.avail_out = static_cast<uInt>(count);
  while (state.stream.avail_out > 0 && !state.at_end) {
    if (state.stream.avail_in == 0 && !state.refill()) {
      throw_data(state.file.label + ": the gzip data end early: it is truncated; copy it again");
    }
    const int status = inflate(&state.stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      state.start_next_member();
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK) {
      throw_data(fmt::format("{}: the gzip data are damaged ({}); copy it again", state.file.label,
                             state.stream.msg != nullptr ? state.stream.msg : "no stream"));
    }
  }
  out.resize(count - state.stream.avail_out);
  return out;
}

bool is_bomb(std::uint64_t size, std::uint64_t packed_size) noexcept {
  constexpr std::uint64_t suspicious_ratio = 200;
  constexpr std::uint64_t suspicious_size = std::uint64_t{1} << 30U;
  return size > suspicious_size && size / suspicious_ratio > packed_size;
}

std::uint64_t most_unpacked(const SourceFile& file) {
  return (file.bytes->size() + 1) * greatest_ratio - 1;
}

SourceFile unpack_gzip(const SourceFile& file, std::uint64_t size) {
  if (size > most_unpacked(file)) {
    throw_data(
        fmt::format("{}: the header says {} bytes, more than {} packed ones can hold; it is "
                    "damaged",
                    file.label, size, file.bytes->size()));
  }
  GzipReader reader(file);
  Spool spool(file.label);
  std::uint64_t done = 0;
  while (done < size) {
    const std::string bytes =
        reader.read(static_cast<std::size_t>(std::min<std::uint64_t>(piece, size - done)));
    if (bytes.empty()) {
      throw_data(
          fmt::format("{}: the header says {} bytes but {} are there: it is truncated; copy "
                      "it again",
                      file.label, size, done));
    }
    spool.append(std::as_bytes(std::span(bytes)));
    done += bytes.size();
  }
  if (!reader.read(1).empty()) {
    throw_data(fmt::format("{}: more than the {} bytes that the header says follow; it is damaged",
                           file.label, size));
  }
  return {file.label, spool.finish()};
}

SourceFile unpack_gzip(const SourceFile& file) {
  GzipReader reader(file);
  Spool spool(file.label);
  std::uint64_t done = 0;
  for (;;) {
    const std::string bytes = reader.read(piece);
    done += bytes.size();
    if (is_bomb(done, file.bytes->size())) {
      throw_data(
          fmt::format("{}: unpacks to more than {} bytes, {} times its size: refused as a gzip "
                      "bomb; if it is yours, unpack it first",
                      file.label, done, done / file.bytes->size()));
    }
    spool.append(std::as_bytes(std::span(bytes)));
    if (bytes.size() < piece) return {file.label, spool.finish()};
  }
}

}  // namespace qualm::io
