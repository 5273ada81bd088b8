// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "qualm/io.h"

namespace qualm::io {
namespace {

class GzipSink final : public Sink {
 public:
  explicit GzipSink(std::unique_ptr<Sink> into) : into_(std::move(into)) {
    // The lowest level: more effort costs much time and saves few bytes of digits.
    constexpr int level = 1, gzip = 16, memory = 8;
    if (deflateInit2(&stream_, level, Z_DEFLATED, MAX_WBITS + gzip, memory, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
  }
  GzipSink(const GzipSink&) = delete;
  GzipSink& operator=(const GzipSink&) = delete;
  ~GzipSink() override { deflateEnd(&stream_); }

  void write(std::string_view bytes) override {
    constexpr std::size_t most = std::size_t{1} << 30U;  // of what zlib counts in 32 bits
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), most))) {
      pack(bytes.substr(0, most), Z_NO_FLUSH);
    }
  }
  void finish() override {
    pack({}, Z_FINISH);
    into_->finish();
  }

 private:
  void pack(std::string_view bytes, int flush) {
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = packed_.data();
      stream_.avail_out = static_cast<uInt>(packed_.size());
      deflate(&stream_, flush);
      into_->write(
          {reinterpret_cast<const char*>(packed_.data()), packed_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  std::unique_ptr<Sink> into_;
  z_stream stream_{};
  std::array<Bytef, std::size_t{1} << 16U> packed_;
};

}  // namespace

std::unique_ptr<Sink> pack_gzip(std::unique_ptr<Sink> into) {
  return std::make_unique<GzipSink>(std::move(into));
}

}  // namespace qualm::io
