// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "io/csv_number.h"
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::string_literals;

TEST(csv, plain_numbers_are_rows_and_columns) {
  const StoredArray array = open_bytes("0.25,0.75\n0.5,0.5\n1,0\n");
  EXPECT_EQ(array.dtype, DType::f64);
  EXPECT_THAT(array.shape, ElementsAre(3, 2));
  EXPECT_THAT(array.class_names, IsEmpty());
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75, .5, .5, 1, 0));
}

TEST(csv, one_column_has_one_axis) {
  EXPECT_THAT(open_bytes("1\n2\n3\n").shape, ElementsAre(3));
  EXPECT_THAT(open_bytes("score\n1\n2\n").shape, ElementsAre(2));
}

TEST(csv, line_ends_marks_spaces_quotes_and_comments_do_not_matter) {
  for (const char* const text : {
           "0.25,0.75\n0.5,0.5\n",
           "0.25,0.75\n0.5,0.5",
           "0.25,0.75\r\n0.5,0.5\r\n",
           "\xEF\xBB\xBF"
           "0.25,0.75\n0.5,0.5\n",
           "0.25;0.75\n0.5;0.5\n",
           "0.25\t0.75\n0.5\t0.5\n",
           " 0.25 , 0.75 \n0.5,  0.5\n",
           "\"0.25\",\"0.75\"\n\"0.5\" , \"0.5\"\n",
           "+0.25,+.75\n5e-1,5E-01\n",
           "0.25,0.75\n0.5,0.5\n\n  \n\r\n",
           "\n\n0.25,0.75\n0.5,0.5\n",
           "# from numpy\n0.25,0.75\n  # half\n0.5,0.5\n# end\n",
       }) {
    const StoredArray array = open_bytes(text);
    EXPECT_THAT(array.shape, ElementsAre(2, 2)) << text;
    EXPECT_THAT(values_of(array), ElementsAre(.25, .75, .5, .5)) << text;
  }
}

TEST(csv, a_header_names_the_classes) {
  const StoredArray array =
      open_bytes("cat,\"dog, big\",\"a \"\"quoted\"\" one\",K\xC3\xA4se\n1,2,3,4\n");
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog, big", "a \"quoted\" one", "K\xC3\xA4se"));
  EXPECT_THAT(array.shape, ElementsAre(1, 4));
}

TEST(csv, columns_that_describe_the_rows_are_ignored) {
  const StoredArray array =
      open_bytes("id,cat,label,dog\nimg_7.png,.1,cat,.9\n\"a,b\",.2,dog,.8\n");
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(values_of(array), ElementsAre(.1, .9, .2, .8));
  EXPECT_THAT(values_of(open_bytes("id,label\n7,1\n8,0\n")), ElementsAre(1, 0));
  EXPECT_THAT(values_of(open_bytes("label\n1\n0\n")), ElementsAre(1, 0));
}

TEST(csv, the_header_and_index_that_pandas_writes_are_understood) {
  const StoredArray numbered = open_bytes("0,1\n0.5,0.5\n0.25,0.75\n");
  EXPECT_THAT(numbered.shape, ElementsAre(2, 2));
  EXPECT_THAT(numbered.class_names, IsEmpty());
  EXPECT_THAT(values_of(open_bytes(",0,1\n0,0.5,0.5\n1,0.25,0.75\n")),
              ElementsAre(.5, .5, .25, .75));
  // Whole numbers all the way down are votes, not names.
  EXPECT_THAT(open_bytes("0,1\n1,1\n0,0\n").shape, ElementsAre(3, 2));
}

TEST(csv, wide_columns_are_members_and_classes) {
  const StoredArray array =
      open_bytes("row,p_a_cat,p_a_dog_1,p_b_cat,p_b_dog_1\n0,.1,.9,.2,.8\n1,.3,.7,.4,.6\n");
  EXPECT_THAT(array.shape, ElementsAre(2, 2, 2));
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog_1"));
  EXPECT_THAT(values_of(array), ElementsAre(.1, .9, .2, .8, .3, .7, .4, .6));
}

TEST(csv, wide_columns_may_come_in_any_order) {
  const StoredArray array = open_bytes("p_1_2,p_0_1,p_0_0,p_1_0,p_0_2,p_1_1\n12,1,0,10,2,11\n");
  EXPECT_THAT(array.shape, ElementsAre(1, 2, 3));
  EXPECT_THAT(array.class_names, IsEmpty());
  EXPECT_THAT(values_of(array), ElementsAre(0, 1, 2, 10, 11, 12));
}

TEST(csv, long_lines_are_put_in_their_place) {
  const StoredArray array = open_bytes(
      "prob,class,member,row\n"
      ".6,dog,m1,1\n.1,cat,m0,0\n.9,dog,m0,0\n.2,cat,m1,0\n.8,dog,m1,0\n.3,cat,m0,1\n.7,dog,m0,1\n."
      "4,cat,m1,1\n");
  EXPECT_THAT(array.shape, ElementsAre(2, 2, 2));
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog"));
  // m1 came first; members and classes are sorted.
  EXPECT_THAT(values_of(array), ElementsAre(.1, .9, .2, .8, .3, .7, .4, .6));
}

TEST(csv, long_numbers_decide_the_order_and_are_no_names) {
  const StoredArray array =
      open_bytes("row,member,class,prob\n2,0,1,.1\n2,0,0,.9\n1,0,0,.25\n1,0,1,.75\n");
  EXPECT_THAT(array.shape, ElementsAre(2, 1, 2));
  EXPECT_THAT(array.class_names, IsEmpty());
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75, .9, .1));
}

TEST(csv, long_rows_may_have_names) {
  const StoredArray array = open_bytes(
      "row;member;class;prob;label\nb.png;0;0;.1;x\nb.png;0;1;.9;x\na.png;0;0;.5;y\na.png;0;1;.5;"
      "y\n");
  EXPECT_THAT(array.shape, ElementsAre(2, 1, 2));
  EXPECT_THAT(values_of(array), ElementsAre(.1, .9, .5, .5));
}

TEST(csv, decimals_are_the_most_digits_behind_the_point) {
  EXPECT_EQ(open_bytes("0.5,0.250\n1,0\n").decimals, 3);
  EXPECT_EQ(open_bytes("1,0\n0,1\n").decimals, 0);
  EXPECT_EQ(open_bytes("1.5e-07,0.9\n").decimals, 8);
  EXPECT_EQ(open_bytes("1.25e+01,1\n").decimals, 1);
  EXPECT_EQ(open_bytes("\"0.1234\",0.9\n").decimals, 4);
  EXPECT_EQ(open_bytes("row,member,class,prob\n0,0,0,.12345\n0,0,1,.9\n").decimals, 5);
}

TEST(csv, nan_and_infinity_are_numbers_here) {
  const std::vector<double> values = values_of(open_bytes("nan,inf\nNaN,-inf\n"));
  EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[2]));
  EXPECT_EQ(values[1], INFINITY);
  EXPECT_EQ(values[3], -INFINITY);
}

TEST(csv, numbers_too_small_for_a_double_are_zero) {
  EXPECT_THAT(values_of(open_bytes("1e-400,0." + std::string(400, '0') + "1,5e-324\n")),
              ElementsAre(0, 0, 5e-324));
}

TEST(csv, numbers_survive_printing_with_17_digits) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform;
  std::string text;
  std::vector<double> expected;
  for (int i = 0; i < 60000; ++i) {
    char number[40];
    expected.push_back(uniform(random) * std::exp2(i % 40 - 39));
    std::snprintf(number, sizeof(number), "%.17g", expected.back());
    text.append(number).append(i % 3 == 2 ? "\n" : ",");
  }
  EXPECT_EQ(values_of(open_bytes(text)), expected);
}

TEST(csv, arrays_larger_than_the_memory_limit_are_the_same) {
  std::string text;
  constexpr std::size_t rows = 850'000;
  for (std::size_t i = 0; i < rows; ++i) text += "1,2,3,4,5\n";
  const StoredArray array = open_bytes(text);
  EXPECT_THAT(array.shape, ElementsAre(rows, 5));
  double last[5];
  array.read(array.n_bytes() - sizeof(last), std::as_writable_bytes(std::span(last)));
  EXPECT_THAT(last, ElementsAre(1, 2, 3, 4, 5));
}

TEST(csv_number, overflow_and_underflow_are_told_apart_however_it_is_written) {
  const std::string zeros(400, '0');
  for (const std::string& text : {"1e400"s, "-1e400"s, "1" + zeros, "1" + zeros + "e-10",
                                  "0." + zeros + "1e1000", "1e99999999999999999999"s}) {
    EXPECT_EQ(parse_number(text).state, NumberState::too_large) << text;
  }
  for (const std::string& text : {"1e-400"s, "0." + zeros + "1", "0." + zeros + "1e10",
                                  "1" + zeros + "e-1000", "1e-99999999999999999999"s}) {
    EXPECT_EQ(parse_number(text).state, NumberState::number) << text;
    EXPECT_EQ(parse_number(text).value, 0) << text;
  }
}

TEST(csv_number, what_is_no_number_is_refused) {
  for (const char* const text :
       {"", "+", "-", ".", "e5", "+-1", "++1", "1.2.3", "0x10", "1e", "1_0", "50%", "1 2", "--1"}) {
    EXPECT_EQ(parse_number(text).state, NumberState::no_number) << text;
  }
}

}  // namespace
}  // namespace qualm::io
