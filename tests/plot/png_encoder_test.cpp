// SPDX-License-Identifier: Apache-2.0
#include "plot/png_encoder.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "plot/base64.h"

namespace qualm::plot {
namespace {

// The pixels as another decoder sees them: Python's zlib and the PNG specification, no code of
// ours.
constexpr const char* png_decoder = R"(
import struct, sys, zlib
png = open(sys.argv[1], "rb").read()
assert png[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
at, data, names = 8, b"", []
while at < len(png):
    n, name = struct.unpack(">I4s", png[at:at + 8])
    body = png[at + 8:at + 8 + n]
    assert struct.unpack(">I", png[at + 8 + n:at + 12 + n])[0] == zlib.crc32(name + body)
    names.append(name)
    if name == b"IHDR": width, height, bits, color, *rest = struct.unpack(">IIBBBBB", body)
    if name == b"IDAT": data += body
    at += 12 + n
assert names == [b"IHDR", b"IDAT", b"IEND"] and bits == 8 and rest == [0, 0, 0]
channels = {0: 1, 2: 3}[color]
rows, size = zlib.decompress(data), 1 + width * channels
assert len(rows) == height * size
assert all(rows[r * size] == 0 for r in range(height))
pixels = b"".join(rows[r * size + 1:(r + 1) * size] for r in range(height))
print(width, height, channels, pixels.hex(), end="")
)";

std::string decode(const std::string& png) {
  const std::string base = ::testing::TempDir() + "qualm_png_encoder_test";
  const std::string picture = base + ".png";
  const std::string script = base + ".py";
  FILE* file = std::fopen(picture.c_str(), "wb");
  std::fwrite(png.data(), 1, png.size(), file);
  std::fclose(file);
  file = std::fopen(script.c_str(), "wb");
  std::fputs(png_decoder, file);
  std::fclose(file);
  FILE* python = popen(("/usr/bin/python3 '" + script + "' '" + picture + "'").c_str(), "r");
  std::string out;
  for (int c = std::fgetc(python); c != EOF; c = std::fgetc(python)) out += static_cast<char>(c);
  EXPECT_EQ(pclose(python), 0);
  std::remove(picture.c_str());
  std::remove(script.c_str());
  return out;
}

TEST(png_encoder, another_decoder_sees_the_same_pixels) {
  EXPECT_EQ(decode(encode_png({3, 2, 1, {0, 127, 255, 1, 2, 3}})), "3 2 1 007fff010203");
  EXPECT_EQ(decode(encode_png({1, 2, 3, {255, 0, 16, 1, 2, 3}})), "1 2 3 ff0010010203");
}

TEST(png_encoder, one_image_gives_the_same_bytes_again) {
  const Image image{2, 2, 1, {1, 2, 3, 4}};
  EXPECT_EQ(encode_png(image), encode_png(image));
}

TEST(enlarge, makes_each_pixel_a_square) {
  const Image large = enlarge({2, 1, 1, {7, 9}}, 2);
  EXPECT_EQ(large.width, 4U);
  EXPECT_EQ(large.height, 2U);
  EXPECT_EQ(large.pixels, (std::vector<std::uint8_t>{7, 7, 9, 9, 7, 7, 9, 9}));
}

// The vectors of RFC 4648.
TEST(base64, follows_the_standard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

}  // namespace
}  // namespace qualm::plot
