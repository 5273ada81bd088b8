// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(numbers, every_format_gives_the_same_values) {
  const TemporaryFolder folder;
  const std::string array = npy("<i8", "(3,)", raw<std::int64_t>({2, 0, 1}));
  for (const std::string& path :
       {folder.file("a.npy", array), folder.file("a.npz", zip({{.name = "y.npy", .data = array}})),
        folder.file("a.txt", "2\n0\n1\n"), folder.file("a.csv", "label\r\n2\r\n0\r\n1\r\n")}) {
    const Numbers numbers = read_numbers(path);
    EXPECT_THAT(numbers.label, testing::StartsWith(path));
    EXPECT_THAT(numbers.shape, ElementsAre(3));
    EXPECT_THAT(numbers.values, ElementsAre(2, 0, 1));
  }
}

TEST(numbers, are_in_c_order_whatever_the_order_of_the_file) {
  const TemporaryFolder folder;
  const std::string path =
      folder.file("a.npy", npy(">i2", "(2, 3)", std::string("\0\1\0\4\0\2\0\5\0\3\0\6", 12), true));
  const Numbers numbers = read_numbers(path);
  EXPECT_EQ(numbers.dtype, DType::i16);
  EXPECT_THAT(numbers.shape, ElementsAre(2, 3));
  EXPECT_THAT(numbers.values, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(lines, come_without_their_ends) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_lines(folder.file("a", "cat\ndog\n")), ElementsAre("cat", "dog"));
  EXPECT_THAT(read_lines(folder.file("b",
                                     "\xEF\xBB\xBF"
                                     "cat\r\n\r\nK\xC3\xA4se")),
              ElementsAre("cat", "", "K\xC3\xA4se"));
  EXPECT_THAT(read_lines(folder.file("c", "cat\n\n\n")), ElementsAre("cat"));
}

TEST(lines, must_be_utf8_text) {
  const TemporaryFolder folder;
  for (const char* const bad : {"K\xE4se", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                "\xE2\x82", "a\x1b[31m", "\xC2\x85", "a\tb", "a\u202E"}) {
    EXPECT_THAT(
        data_error_of([&] { return read_lines(folder.file("a", std::string("ok\n") + bad)); }),
        HasSubstr("line 2"));
  }
  EXPECT_THAT(read_lines(folder.file("a", "\xF0\x9F\x90\x88 \xE2\x82\xAC")),
              ElementsAre("\xF0\x9F\x90\x88 \xE2\x82\xAC"));
}

TEST(lines, of_an_empty_or_missing_file_are_an_error) {
  const TemporaryFolder folder;
  EXPECT_THAT(data_error_of([&] { return read_lines(folder.file("a", "")); }),
              HasSubstr("is empty"));
  EXPECT_THAT(system_error_of([&] { return read_lines(folder.path("b")); }),
              HasSubstr("No such file"));
}

}  // namespace
}  // namespace qualm::io
