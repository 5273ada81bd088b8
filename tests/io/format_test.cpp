// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using namespace std::string_literals;

TEST(format, an_empty_file_is_refused) {
  EXPECT_THAT(refused(""), HasSubstr("is empty"));
}

TEST(format, wrong_magic_is_refused_with_its_first_bytes) {
  EXPECT_THAT(refused("\x93NUMPX\1\0v\0{'descr'"s),
              HasSubstr("has an unknown format (it begins with \"\\x93NUMPX\\x01"));
}

TEST(format, pickles_are_refused_with_a_way_to_export) {
  EXPECT_THAT(refused("\x80\x04\x95\x10\0\0\0"s),
              AllOf(HasSubstr("pickle"), HasSubstr("numpy.save")));
  EXPECT_THAT(refused("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8"s),
              AllOf(HasSubstr("PyTorch"), HasSubstr(".detach().cpu().numpy()")));
}

TEST(format, other_kinds_of_files_are_called_by_their_name) {
  EXPECT_THAT(refused("MATLAB 5.0 MAT-file, Platform"s), HasSubstr("a MATLAB file"));
  EXPECT_THAT(refused("PAR1\x15\x04"s), HasSubstr("a Parquet file"));
  EXPECT_THAT(refused("\x89PNG\r\n\x1a\n\0"s), HasSubstr("a PNG image"));
  EXPECT_THAT(refused("\xff\xd8\xff\xe0"s), HasSubstr("a JPEG image"));
  EXPECT_THAT(refused("\xff\xfe"
                      "0\0,\0"s),
              HasSubstr("UTF-16 text; save it as UTF-8"));
  EXPECT_THAT(refused(std::string(257, '\0') + "ustar"), HasSubstr("a tar archive"));
  EXPECT_THAT(refused("<!DOCTYPE html>"), HasSubstr("HTML"));
  EXPECT_THAT(refused("version https://git-lfs.github.com/spec/v1"), HasSubstr("git lfs pull"));
}

}  // namespace
}  // namespace qualm::io
