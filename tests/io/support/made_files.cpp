// SPDX-License-Identifier: Apache-2.0
#include "io/support/made_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <fstream>
#include <iterator>

#include "io/format.h"
#include "io/source.h"

namespace qualm::io {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "qualm-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFolder::file(std::string_view name, std::string_view bytes) const {
  std::ofstream out(folder_ / name, std::ios::binary);
  out << bytes;
  EXPECT_TRUE(out.flush().good());
  return path(name);
}

std::vector<std::string> TemporaryFolder::list() const {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    out.push_back(entry.path().filename().string());
  }
  return out;
}

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

StoredArray open_bytes(std::string_view bytes, const std::string& key) {
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
  const SourceFile file{
      "made", std::make_shared<MemorySource>(std::vector<std::byte>(first, first + bytes.size()))};
  return open_as(tell_format(file.label, bytes.substr(0, sniff_size)), file, {key});
}

std::vector<double> values_of(const StoredArray& array) {
  std::vector<std::byte> bytes(array.n_bytes());
  array.read(0, bytes);
  ArrayView view = contiguous_view(bytes.data(), array.dtype, array.shape, array.fortran_order);
  view.byte_swapped = array.byte_swapped;
  std::vector<double> out(bytes.size() / item_size(array.dtype));
  std::vector<std::size_t> index(array.shape.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t rest = i;
    for (std::size_t axis = index.size(); axis-- > 0; rest /= array.shape[axis]) {
      index[axis] = rest % array.shape[axis];
    }
    out[i] = view.at(index);
  }
  return out;
}

std::string npy_with(std::string_view dict, std::string_view data, int version) {
  const std::size_t before = version == 1 ? 10 : 12;
  std::string text(dict);
  text.append(63 - (before + text.size()) % 64, ' ');
  text += '\n';
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (std::size_t i = 0; i < before - 8; ++i)
    out += static_cast<char>(text.size() >> (8 * i) & 0xFF);
  return out.append(text).append(data);
}

std::string npy(std::string_view descr, std::string_view shape, std::string_view data,
                bool fortran_order) {
  std::string dict = "{'descr': '";
  dict.append(descr).append("', 'fortran_order': ").append(fortran_order ? "True" : "False");
  dict.append(", 'shape': ").append(shape).append(", }");
  return npy_with(dict, data);
}

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  std::string copy = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string safetensors(std::string header, std::string_view data) {
  header.append(63 - (header.size() + 63) % 64, ' ');
  std::string out;
  for (unsigned i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return out.append(header).append(data);
}

std::string one_axis(std::size_t length) {
  return std::string("(").append(std::to_string(length)).append(",)");
}

}  // namespace qualm::io
