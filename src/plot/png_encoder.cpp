// SPDX-License-Identifier: Apache-2.0
#include "plot/png_encoder.h"

#include <zlib.h>

#include <string_view>

#include "qualm/error.h"

namespace qualm::plot {
namespace {

void append_big_endian(std::string& out, std::size_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    out.push_back(static_cast<char>((value >> shift) & 0xFFU));
  }
}

void append_chunk(std::string& out, std::string_view type, std::string_view data) {
  append_big_endian(out, data.size());
  const std::string body = std::string(type).append(data);
  out += body;
  append_big_endian(
      out, crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (status != Z_OK) throw Error(ErrorKind::internal, "plot: zlib could not compress an image");
  out.resize(size);
  return out;
}

}  // namespace

Image enlarge(const Image& image, std::size_t factor) {
  Image large{image.width * factor, image.height * factor, image.channels, {}};
  large.pixels.reserve(large.width * large.height * large.channels);
  for (std::size_t row = 0; row < large.height; ++row) {
    for (std::size_t column = 0; column < large.width; ++column) {
      const std::size_t at = (row / factor * image.width + column / factor) * image.channels;
      for (std::size_t c = 0; c < image.channels; ++c) large.pixels.push_back(image.pixels[at + c]);
    }
  }
  return large;
}

std::string encode_png(const Image& image) {
  constexpr char eight_bits = 8;
  const char color_type = image.channels == 3 ? 2 : 0;
  std::string header;
  append_big_endian(header, image.width);
  append_big_endian(header, image.height);
  header += {eight_bits, color_type, 0, 0, 0};

  // Each row is preceded by the number of its filter: none.
  std::string rows;
  const std::size_t row_bytes = image.width * image.channels;
  rows.reserve(image.height * (row_bytes + 1));
  for (std::size_t row = 0; row < image.height; ++row) {
    rows.push_back('\0');
    rows.append(reinterpret_cast<const char*>(image.pixels.data()) + row * row_bytes, row_bytes);
  }

  std::string png = "\x89PNG\r\n\x1a\n";
  append_chunk(png, "IHDR", header);
  append_chunk(png, "IDAT", deflated(rows));
  append_chunk(png, "IEND", "");
  return png;
}

}  // namespace qualm::plot
