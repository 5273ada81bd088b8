// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "qualm/io.h"
#include "support/expect_error.h"
#include "support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The entries of a file of these bytes.
Entries read(const std::string& bytes, const std::string& key = "") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("qualm_entries_" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << bytes;
  try {
    Entries entries = read_entries(path.string(), {key, "labels_key", "labels"});
    std::filesystem::remove(path);
    return entries;
  } catch (...) {
    std::filesystem::remove(path);
    throw;
  }
}

std::string refused_entries(const std::string& bytes, const std::string& key = "") {
  return data_error_of([&] { return read(bytes, key); });
}

TEST(entries, of_a_text_file_are_its_lines) {
  EXPECT_THAT(read("cat\ndog\n").texts, ElementsAre("cat", "dog"));
  EXPECT_THAT(read("007\n1\n").texts, ElementsAre("007", "1"));
}

TEST(entries, of_a_table_are_one_of_its_columns) {
  const std::string table = "file,label,kind\na.png,cat,x\nb.png,\"dog, big\",y\n";
  EXPECT_THAT(read(table).texts, ElementsAre("cat", "dog, big"));
  EXPECT_THAT(read(table, "file").texts, ElementsAre("a.png", "b.png"));
  EXPECT_THAT(refused_entries(table, "fiel"),
              HasSubstr("no column \"fiel\", did you mean \"file\"?"));
  EXPECT_THAT(refused_entries("size,kind\nbig,x\n"),
              HasSubstr("holds 2 columns (size, kind); specify which with labels_key"));
}

TEST(entries, have_a_header_where_it_is_of_another_kind) {
  EXPECT_THAT(read("truth\n1\n0\n").texts, ElementsAre("1", "0"));
  EXPECT_THAT(read("0\ncat\ndog\n").texts, ElementsAre("cat", "dog"));
  EXPECT_THAT(read("labels\ncat\n").texts, ElementsAre("cat"));
}

TEST(entries, of_one_line_of_numbers_are_numbers) {
  EXPECT_THAT(read("1,0,2\n").numbers, ElementsAre(1, 0, 2));
}

TEST(entries, that_are_missing_are_an_error_with_their_line) {
  EXPECT_THAT(refused_entries("label,x\ncat,1\n,2\n"), HasSubstr("line 3: the entry is empty"));
}

TEST(entries, of_numpy_are_numbers_or_texts) {
  EXPECT_THAT(read(npy("<i4", "(2,)", raw<std::int32_t>({2, 1}))).numbers, ElementsAre(2, 1));
  EXPECT_THAT(read(npy("<U2", "(2,)", raw<char32_t>({U'a', U'b', U'c', U'\0'}))).texts,
              ElementsAre("ab", "c"));
  EXPECT_THAT(refused_entries(npy("|S2", "(2,)", "abcd")), HasSubstr("holds text"));
}

}  // namespace
}  // namespace qualm::io
