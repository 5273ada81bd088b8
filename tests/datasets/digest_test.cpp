// SPDX-License-Identifier: Apache-2.0
#include "datasets/digest.h"

#include "io/support/made_files.h"
#include "qualm/datasets.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using io::TemporaryFolder;

// From FIPS 180-4's and RFC 1321's examples.
constexpr const char* sha256_of_abc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* md5_of_abc = "900150983cd24fb0d6963f7d28e17f72";

TEST(digest, of_a_file_and_of_what_it_packs) {
  const TemporaryFolder folder;
  const std::string plain = folder.file("plain", "abc");
  const std::string packed = folder.file("packed", io::gzipped("abc"));
  EXPECT_EQ(digest_of_file(plain, DigestKind::md5).hex, md5_of_abc);
  EXPECT_EQ(digest_of_file(plain, DigestKind::sha256).hex, sha256_of_abc);
  EXPECT_EQ(digest_of_content(plain, DigestKind::sha256, 100).hex, sha256_of_abc);
  EXPECT_EQ(digest_of_content(packed, DigestKind::sha256, 100).hex, sha256_of_abc);
  EXPECT_EQ(digest_of_content(packed, DigestKind::sha256, 100).bytes, 3U);
  EXPECT_NE(digest_of_file(packed, DigestKind::sha256).hex, sha256_of_abc);
}

TEST(digest, unpacks_no_more_than_it_may) {
  const TemporaryFolder folder;
  const std::string bomb = folder.file("bomb", io::gzipped(std::string(10'000'000, '\0')));
  EXPECT_EQ(digest_of_content(bomb, DigestKind::sha256, 1000).bytes, 1000U);
}

TEST(digest, a_file_is_judged_by_all_that_is_known_of_it) {
  const TemporaryFolder folder;
  const std::string plain = folder.file("f", "abc");
  const auto verdict = [&](const DatasetFile& file) { return check_file(file, plain).verdict; };
  EXPECT_EQ(verdict({"f", 3, sha256_of_abc, ""}), FileVerdict::right);
  EXPECT_EQ(verdict({"f", 0, sha256_of_abc, ""}), FileVerdict::right);
  EXPECT_EQ(verdict({"f", 3, "", md5_of_abc}), FileVerdict::right);
  EXPECT_EQ(verdict({"f", 3, "", "00"}), FileVerdict::unknown);  // gzipped anew, or unpacked
  EXPECT_EQ(verdict({"f", 4, "", "00"}), FileVerdict::different);
  EXPECT_EQ(verdict({"f", 2, sha256_of_abc, ""}), FileVerdict::different);
  EXPECT_EQ(verdict({"f", 3, "00", md5_of_abc}), FileVerdict::different);
  EXPECT_EQ(verdict({"f", 0, "", ""}), FileVerdict::unknown);
}

TEST(digest, the_registry_has_sums_of_the_right_length) {
  for (const DatasetInfo& info : datasets()) {
    for (const DatasetSplit& split : info.splits) {
      for (const DatasetFile& file : split.files) {
        EXPECT_TRUE(file.sha256.empty() || file.sha256.size() == 64) << file.name;
        EXPECT_TRUE(file.packed_md5.empty() || file.packed_md5.size() == 32) << file.name;
      }
    }
    EXPECT_TRUE(info.archive.name.empty() || info.archive.sha256.size() == 64) << info.name;
  }
}

}  // namespace
}  // namespace qualm
