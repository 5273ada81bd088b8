// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

// Three pictures of 1 x 2 pixels.
const std::string pictures = "\0\0\x08\x03\0\0\0\x03\0\0\0\x01\0\0\0\x02\1\2\3\4\5\xff"s;

TEST(idx, pictures_are_read_plain_and_gzipped) {
  for (const std::string& bytes : {pictures, gzipped(pictures)}) {
    const StoredArray array = open_bytes(bytes);
    EXPECT_EQ(array.dtype, DType::u8);
    EXPECT_THAT(array.shape, ElementsAre(3, 1, 2));
    EXPECT_THAT(values_of(array), ElementsAre(1, 2, 3, 4, 5, 255));
  }
}

TEST(idx, numbers_have_the_most_significant_byte_first) {
  EXPECT_THAT(values_of(open_bytes("\0\0\x0b\x01\0\0\0\x02\x01\x02\xff\xff"s)),
              ElementsAre(258, -1));
  EXPECT_THAT(values_of(open_bytes("\0\0\x0d\x01\0\0\0\x01\x3f\x80\0\0"s)), ElementsAre(1));
  EXPECT_THAT(values_of(open_bytes("\0\0\x0e\x01\0\0\0\x01\xc0\0\0\0\0\0\0\0"s)), ElementsAre(-2));
}

TEST(idx, a_wrong_size_is_refused) {
  EXPECT_THAT(refused(pictures.substr(0, pictures.size() - 1)), HasSubstr("truncated"));
  EXPECT_THAT(refused(pictures + "x"), HasSubstr("1 more follow"));
  EXPECT_THAT(refused(pictures.substr(0, 9)), HasSubstr("ends within the header"));
  EXPECT_THAT(refused("\0\0\x08\x02\0\0\0\0\0\0\0\x02"s), HasSubstr("an axis has length 0"));
  EXPECT_THAT(refused("\0\0\x0e\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
                      "\xff\xff"s),
              HasSubstr("more than 2^64 bytes"));
}

TEST(idx, lengths_in_the_wrong_byte_order_are_told) {
  const std::string swapped = "\0\0\x08\x03\x03\0\0\0\x01\0\0\0\x02\0\0\0\1\2\3\4\5\xff"s;
  EXPECT_THAT(refused(swapped), HasSubstr("least significant byte first (3x1x2)"));
  EXPECT_THAT(refused(gzipped(swapped)), HasSubstr("least significant byte first (3x1x2)"));
  EXPECT_THAT(refused("\x03\x08\0\0\3\0\0\0"s), HasSubstr("wrong byte order"));
}

TEST(idx, a_damaged_gzip_file_is_refused) {
  const std::string packed = gzipped(pictures);
  EXPECT_THAT(refused(packed.substr(0, packed.size() - 9)), HasSubstr("truncated"));
  EXPECT_THAT(refused(gzipped(pictures + "x")), HasSubstr("more than the 22 bytes"));
  EXPECT_THAT(refused(gzipped(pictures.substr(0, 20))), HasSubstr("truncated"));
  std::string wrong_sum = packed;
  wrong_sum[packed.size() - 6] = static_cast<char>(wrong_sum[packed.size() - 6] ^ 1);
  EXPECT_THAT(refused(wrong_sum), HasSubstr("damaged (incorrect data check)"));
}

TEST(idx, a_gzip_file_cannot_claim_more_than_it_holds) {
  const std::string huge = "\0\0\x08\x02\xff\xff\xff\xff\0\0\xff\xff"s;
  EXPECT_THAT(refused(gzipped(huge + std::string(1000, '\0'))), HasSubstr("packed ones can hold"));
}

}  // namespace
}  // namespace qualm::io
