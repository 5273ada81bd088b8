// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/io.h"

namespace qualm::io {

/// A folder of its own for a test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  [[nodiscard]] std::string file(std::string_view name, std::string_view bytes) const;
  /// Names of all files, hidden ones too.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  std::filesystem::path folder_;
};

[[nodiscard]] std::string file_bytes(const std::string& path);

/// Opens bytes in memory as open_array opens a file called "made".
[[nodiscard]] StoredArray open_bytes(std::string_view bytes, const std::string& key = "");
/// All elements as doubles in C order.
[[nodiscard]] std::vector<double> values_of(const StoredArray& array);

template <class T>
std::string raw(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(std::data(values)), values.size() * sizeof(T)};
}

/// A .npy file around `data`; `dict` is the header's text, padded here.
[[nodiscard]] std::string npy_with(std::string_view dict, std::string_view data, int version = 1);
[[nodiscard]] std::string npy(std::string_view descr, std::string_view shape, std::string_view data,
                              bool fortran_order = false);

/// A gzip file of these bytes.
[[nodiscard]] std::string gzipped(const std::string& bytes);

/// A safetensors file around `data`; the header is padded here.
[[nodiscard]] std::string safetensors(std::string header, std::string_view data);

/// "(7,)"
[[nodiscard]] std::string one_axis(std::size_t length);

/// What one entry of a made zip archive claims and holds.
struct MadeEntry {
  std::string name;
  std::string data;
  unsigned method = 0;  ///< 0 stored; 8: packed as one stored block of deflate
  unsigned flags = 0;   ///< 1 encrypted, 8 sizes and CRC in a descriptor behind the data
  bool zip64 = false;
  std::uint32_t crc_error = 0;     ///< is added to the right CRC
  std::uint64_t claimed_size = 0;  ///< 0: the right one
  std::string packed = {};         ///< empty: made from data
};
[[nodiscard]] std::string zip(std::span<const MadeEntry> entries);
[[nodiscard]] std::string zip(std::initializer_list<MadeEntry> entries);
/// The same with deflate's real compression, made by libzip.
[[nodiscard]] std::string deflated_zip(const std::string& name, const std::string& data);

}  // namespace qualm::io
