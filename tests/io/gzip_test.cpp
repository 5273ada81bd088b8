// SPDX-License-Identifier: Apache-2.0
#include "io/gzip.h"

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string table = "cat,dog\n0.25,0.75\n0.5,0.5\n";

TEST(gzip, every_format_is_read_from_it) {
  const StoredArray array = open_bytes(gzipped(table));
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75, .5, .5));
  EXPECT_THAT(values_of(open_bytes(gzipped("[1,2]\n"))), ElementsAre(1, 2));
  const std::string numbers = npy("<f4", "(2,)", raw<float>({1, 2}));
  EXPECT_THAT(values_of(open_bytes(gzipped(numbers))), ElementsAre(1, 2));
  EXPECT_THAT(values_of(open_bytes(gzipped(zip({{.name = "a.npy", .data = numbers}})))),
              ElementsAre(1, 2));
}

TEST(gzip, labels_and_shards_are_read_from_it) {
  TemporaryFolder folder;
  EXPECT_THAT(read_entries(folder.file("l.csv.gz", gzipped("label\ncat\ndog\n")), {"label"}).texts,
              ElementsAre("cat", "dog"));
  EXPECT_THAT(array_names(folder.file("t.csv.gz", gzipped(table))), testing::IsEmpty());
  const std::string one = npy("<f4", "(1, 2)", raw<float>({1, 2}));
  const std::string two = npy("<f4", "(1, 2)", raw<float>({3, 4}));
  static_cast<void>(folder.file("p-1.npy.gz", gzipped(one)));
  static_cast<void>(folder.file("p-2.npy.gz", gzipped(two)));
  EXPECT_THAT(values_of(open_shards(find_shards(folder.path("p-*.gz")))), ElementsAre(1, 2, 3, 4));
}

TEST(gzip, several_members_are_one_file) {
  const std::string packed = gzipped("0.25,0.75\n") + gzipped("0.5,0.5\n");
  EXPECT_THAT(open_bytes(packed).shape, ElementsAre(2, 2));
  EXPECT_THAT(open_bytes(packed + std::string(512, '\0')).shape, ElementsAre(2, 2));
  EXPECT_THAT(refused(packed + "garbage"), HasSubstr("damaged"));
}

TEST(gzip, damage_and_nesting_are_refused) {
  const std::string packed = gzipped(table);
  EXPECT_THAT(refused(packed.substr(0, packed.size() - 9)), HasSubstr("truncated"));
  EXPECT_THAT(refused(packed.substr(0, packed.size() - 3)), HasSubstr("truncated"));
  std::string wrong_sum = packed;
  wrong_sum[packed.size() - 6] = static_cast<char>(wrong_sum[packed.size() - 6] ^ 1);
  EXPECT_THAT(refused(wrong_sum), HasSubstr("incorrect data check"));
  EXPECT_THAT(refused(gzipped(packed)), HasSubstr("gzip file within a gzip file"));
  EXPECT_THAT(refused(gzipped("\x80\x04\x95")), HasSubstr("pickle"));
}

TEST(gzip, a_bomb_is_what_is_large_and_was_packed_too_well) {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30U;
  EXPECT_FALSE(is_bomb(gib, 1));
  EXPECT_TRUE(is_bomb(gib + 200, gib / 200 - 1));
  EXPECT_FALSE(is_bomb(gib + 200, gib / 200 + 1));
}

}  // namespace
}  // namespace qualm::io
