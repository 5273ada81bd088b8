// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zip.h>

#include "io/support/made_files.h"

namespace qualm::io {
namespace {

std::string number(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
  return out;
}

// Bit by bit: slow, and not the code under test.
std::uint32_t plain_crc(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::string pack(const MadeEntry& entry) {
  if (!entry.packed.empty()) return entry.packed;
  if (entry.method != 8) return entry.data;
  return number(1, 1) + number(entry.data.size(), 2) + number(~entry.data.size(), 2) + entry.data;
}

}  // namespace

std::string zip(std::span<const MadeEntry> entries) {
  std::string out, directory;
  for (const MadeEntry& entry : entries) {
    const std::string packed = pack(entry);
    const std::uint64_t size = entry.claimed_size != 0 ? entry.claimed_size : entry.data.size();
    const std::string crc = number(plain_crc(entry.data) + entry.crc_error, 4);
    const std::string sizes32 =
        entry.zip64 ? number(~0ULL, 8) : number(packed.size(), 4) + number(size, 4);
    const std::string extra =
        entry.zip64 ? number(1, 2) + number(16, 2) + number(size, 8) + number(packed.size(), 8)
                    : "";
    const std::string common = number(entry.zip64 ? 45 : 20, 2) + number(entry.flags, 2) +
                               number(entry.method, 2) + number(0, 4);
    const std::string lengths = number(entry.name.size(), 2) + number(extra.size(), 2);
    const bool described = (entry.flags & 8U) != 0;
    directory += "PK\1\2" + number(45, 2) + common + crc + sizes32 + lengths + number(0, 10) +
                 number(out.size(), 4) + entry.name + extra;
    out += "PK\3\4" + common + (described ? number(0, 12) : crc + sizes32) + lengths + entry.name +
           extra + packed;
    if (described) out += "PK\7\10" + crc + number(packed.size(), 4) + number(size, 4);
  }
  const std::uint64_t offset = out.size();
  return out + directory + "PK\5\6" + number(0, 4) + number(entries.size(), 2) +
         number(entries.size(), 2) + number(directory.size(), 4) + number(offset, 4) + number(0, 2);
}

std::string zip(std::initializer_list<MadeEntry> entries) {
  return zip(std::span(std::data(entries), entries.size()));
}

std::string deflated_zip(const std::string& name, const std::string& data) {
  const TemporaryFolder folder;
  const std::string path = folder.path("made.zip");
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  const auto index = static_cast<zip_uint64_t>(zip_file_add(
      archive, name.c_str(), zip_source_buffer(archive, data.data(), data.size(), 0), 0));
  EXPECT_EQ(zip_set_file_compression(archive, index, ZIP_CM_DEFLATE, 9), 0);
  EXPECT_EQ(zip_close(archive), 0);
  return file_bytes(path);
}

}  // namespace qualm::io
