// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(bad_csv, a_ragged_row_is_refused_with_line_and_counts) {
  EXPECT_EQ(refused("a,b\n# note\n.5,.5\n.5,.25,.25\n"),
            "made: line 4: has 3 fields, the first row has 2; each row needs the same number");
  EXPECT_THAT(refused(".5,.5\n.5\n"), HasSubstr("line 2: has 1 field, the first row has 2"));
  EXPECT_THAT(refused("row,member,class,prob\n0,0,0\n"), HasSubstr("has 3 fields"));
}

TEST(bad_csv, a_decimal_comma_is_refused_with_a_hint) {
  EXPECT_EQ(refused("0,5;0,5\n1,0;0,0\n"),
            "made: line 1, column 1: \"0,5\" has a decimal comma; write a point, as in 0.5");
  EXPECT_THAT(refused("cat;dog\n0,5;0,5\n"),
              HasSubstr("line 2, column 1 (cat): \"0,5\" has a decimal"));
  EXPECT_THAT(refused("0,5\t0,5\n"), HasSubstr("decimal comma"));
  EXPECT_THAT(refused("0,5,0,5\n1,0,5\n"), HasSubstr("decimal commas? write a point"));
}

TEST(bad_csv, a_number_out_of_range_is_refused_with_its_place) {
  EXPECT_EQ(refused("cat,dog\n1,0\n0,1e400\n"),
            "made: line 3, column 2 (dog): \"1e400\" is out of range, no double is that large");
}

TEST(bad_csv, what_is_no_number_is_refused_with_its_place) {
  EXPECT_EQ(refused("0.5,0.5\n0.5,abc\n"),
            "made: line 2, column 2: \"abc\" is not a number; correct it, or remove the row or the "
            "column");
  EXPECT_THAT(refused("0.5,abc\n0.5,0.5\n"), HasSubstr("line 1, column 2: \"abc\""));
  EXPECT_THAT(refused("a,b\n.5,50%\n"), HasSubstr("\"50%\" is a percentage"));
  EXPECT_THAT(refused("a,b\r.5,.5\r"), HasSubstr("line 1: holds carriage returns"));
  EXPECT_THAT(refused("a,b\n.5,\n"), HasSubstr("line 2, column 2 (b): is empty"));
  EXPECT_THAT(refused("a,b\n.5,x\x7f\n"), HasSubstr("\"x\\x7f\""));
  EXPECT_THAT(refused("row,member,class,prob\n0,0,0,x\n"), HasSubstr("column 4 (prob): \"x\""));
  EXPECT_THAT(refused("row,member,class,prob\n0,,0,1\n"), HasSubstr("column 2 (member): is empty"));
}

TEST(bad_csv, numbers_separated_by_spaces_are_refused_with_a_hint) {
  EXPECT_THAT(refused("0.1 0.9\n0.2 0.8\n"), HasSubstr("delimiter=\",\""));
}

TEST(bad_csv, a_gigabyte_line_is_refused_without_reading_it_whole) {
  const TemporaryFolder folder;
  const std::string path = folder.file("long.csv", "0.5," + std::string(5000, ' '));
  ASSERT_EQ(::truncate(path.c_str(), 1 << 30), 0);
  EXPECT_THAT(data_error_of([&] { return open_array(path); }),
              HasSubstr("line 1 is longer than 16 MiB"));
}

TEST(bad_csv, names_that_are_not_utf8_are_refused) {
  EXPECT_THAT(refused("K\xE4se,dog\n.5,.5\n"), HasSubstr("\"K\\xe4se\" is not UTF-8 text"));
  EXPECT_THAT(refused("row,member,class,prob\n0,0,K\xE4se,1\n"), HasSubstr("is not UTF-8 text"));
}

TEST(bad_csv, an_empty_line_between_rows_is_refused) {
  EXPECT_THAT(refused("1\n2\n\n4\n"), HasSubstr("line 3 is empty though rows follow"));
}

TEST(bad_csv, quotes_must_end) {
  EXPECT_THAT(refused("a,\"b\n1,2\n"), HasSubstr("line 1, column 2: a quote does not end"));
  EXPECT_THAT(refused("a,\"b\"c\n1,2\n"), HasSubstr("follows the closing quote"));
}

TEST(bad_csv, nothing_but_a_header_or_comments_is_refused) {
  EXPECT_THAT(refused("cat,dog\n"), HasSubstr("no rows"));
  EXPECT_THAT(refused("# nothing\n\n"), HasSubstr("no rows"));
  EXPECT_THAT(refused("row,member,class,prob\n"), HasSubstr("no rows"));
}

TEST(bad_csv, names_must_be_there_and_unique) {
  EXPECT_THAT(refused("cat,cat\n1,2\n"), HasSubstr("column 2: the name \"cat\" occurs twice"));
  EXPECT_THAT(refused("cat,,dog\n1,2,3\n"), HasSubstr("column 2: has no name"));
}

TEST(bad_csv, wide_columns_must_make_a_full_table) {
  EXPECT_THAT(refused("p_0_a,p_0_b,p_1_a\n1,2,3\n"), HasSubstr("\"p_1_b\" is missing"));
  EXPECT_THAT(refused("p_0_a,p_1_b\n1,2\n"), HasSubstr("\"p_0_b\" is missing"));
  EXPECT_THAT(refused("p_0_a,p_0_b,score\n1,2,3\n"),
              AllOf(HasSubstr("column 3 (\"score\")"), HasSubstr("rename or remove it")));
}

TEST(bad_csv, long_lines_must_be_complete_and_unique) {
  const std::string head = "row,member,class,prob\n";
  EXPECT_THAT(refused(head + "0,0,a,1\n0,0,b,0\n0,1,a,1\n"),
              HasSubstr("row 0, member 1, class b is missing"));
  EXPECT_THAT(refused(head + "0,0,a,1\n0,0,b,0\n2,0,a,1\n2,0,b,1\n"),
              HasSubstr("row 1, member 0, class a is missing"));
  EXPECT_THAT(refused(head + "18446744073709551615,0,0,1\n"),
              HasSubstr("row 1, member 0, class 0 is missing"));
  EXPECT_THAT(refused(head + "0,0,a,1\n0,0,b,0\n0,0,a,1\n0,0,b,1\n"),
              HasSubstr("row 0, member 0, class a occurs twice"));
  EXPECT_THAT(refused(head + "x,0,a,1\nx,0,b,0\ny,0,b,1\n"),
              HasSubstr("row y, member 0, class a is missing"));
  EXPECT_THAT(refused(head + "0,a,b,1\n1,c,d,1\n2,e,f,1\n"), HasSubstr("is missing"));
  EXPECT_THAT(refused(head + "0,0,a,1\nx,0,a,0\n"), HasSubstr("row \"x\" is not a number"));
}

TEST(bad_csv, half_a_long_layout_is_refused) {
  EXPECT_THAT(refused("row,member,cat,dog\n0,0,.5,.5\n"), HasSubstr("row, member, class, prob"));
  EXPECT_THAT(refused("row,member,class,prob,extra\n0,0,0,1,2\n"),
              HasSubstr("column 5 (\"extra\")"));
}

}  // namespace
}  // namespace qualm::io
