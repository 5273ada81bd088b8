// SPDX-License-Identifier: Apache-2.0
#include "datasets/support/made_pictures.h"

#include <gtest/gtest.h>
#include <matio.h>

namespace qualm {

std::string idx_file(std::initializer_list<std::uint32_t> shape,
                     const std::vector<std::uint8_t>& bytes) {
  std::string out{'\0', '\0', '\x08', static_cast<char>(shape.size())};
  std::size_t count = 1;
  for (const std::uint32_t length : shape) {
    for (unsigned shift = 32; shift > 0; shift -= 8) {
      out += static_cast<char>(length >> (shift - 8) & 0xFFU);
    }
    count *= length;
  }
  for (std::size_t i = 0; i < count; ++i) {
    out += static_cast<char>(bytes.empty() ? i & 0xFFU : bytes.at(i));
  }
  return out;
}

std::string cifar_file(const std::vector<std::uint8_t>& labels) {
  std::string out;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    out += static_cast<char>(labels[r]);
    for (std::size_t i = 0; i < 3072; ++i) out += static_cast<char>((r + i) % 251);
  }
  return out;
}

void write_matlab_file(const std::string& path, const std::vector<std::uint8_t>& labels,
                       bool packed, const char* pictures_name) {
  std::vector<std::uint8_t> pixels(labels.size() * 3072), y = labels;
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i % 251);
  mat_t* const file = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5);
  ASSERT_NE(file, nullptr);
  const auto write = [&](const char* name, std::vector<std::size_t> shape, void* data) {
    matvar_t* const variable = Mat_VarCreate(name, MAT_C_UINT8, MAT_T_UINT8,
                                             static_cast<int>(shape.size()), shape.data(), data, 0);
    EXPECT_EQ(Mat_VarWrite(file, variable, packed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE),
              0);
    Mat_VarFree(variable);
  };
  write(pictures_name, {32, 32, 3, labels.size()}, pixels.data());
  write("y", {labels.size(), 1}, y.data());
  Mat_Close(file);
}

}  // namespace qualm
