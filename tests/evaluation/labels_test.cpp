// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "qualm/error.h"

namespace qualm {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

template <typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    return error.what();
  }
  return "no error";
}

std::string label_message(const std::vector<double>& values, std::size_t n_rows = 3) {
  return message_of([&] { (void)check_labels(values, n_rows, 3, "labels.npy"); });
}

TEST(Labels, whole_numbers_below_the_number_of_classes_pass) {
  EXPECT_THAT(check_labels(std::vector<double>{2, 0, 1}, 3, 3, "y"), ElementsAre(2, 0, 1));
}

TEST(Labels, another_count_than_rows_is_refused) {
  EXPECT_THAT(label_message({0, 1}), AllOf(HasSubstr("labels.npy"), HasSubstr("2 entries for 3")));
}

TEST(Labels, one_based_labels_get_a_hint) {
  EXPECT_THAT(label_message({1, 2, 3}), AllOf(HasSubstr("label 3 in row 2"), HasSubstr("1-based")));
}

TEST(Labels, labels_out_of_range_otherwise_get_no_such_hint) {
  EXPECT_THAT(label_message({0, 2, 3}),
              AllOf(HasSubstr("label 3 in row 2"), Not(HasSubstr("1-based"))));
  EXPECT_THAT(label_message({1, 7, 3}), AllOf(HasSubstr("label 7"), Not(HasSubstr("1-based"))));
  EXPECT_THAT(label_message({0, -1, 2}), HasSubstr("label -1 in row 1"));
}

TEST(Labels, fractions_and_non_numbers_are_refused) {
  EXPECT_THAT(label_message({0, 1.5, 2}), HasSubstr("row 1 is 1.5"));
  EXPECT_THAT(label_message({0, 1, std::nan("")}), HasSubstr("row 2 is nan"));
  EXPECT_THAT(label_message({std::numeric_limits<double>::infinity(), 1, 0}),
              HasSubstr("row 0 is inf"));
}

TEST(Labels, flags_are_zero_or_one) {
  EXPECT_THAT(check_flags(std::vector<double>{1, 0, -0.0}, 3, "c"), ElementsAre(1, 0, 0));
  const std::vector<double> values = {0, 2};
  EXPECT_THAT(message_of([&] { (void)check_flags(values, 2, "correct.npy"); }),
              AllOf(HasSubstr("correct.npy"), HasSubstr("row 1 is 2")));
  EXPECT_THAT(message_of([&] { (void)check_flags(values, 3, "correct.npy"); }),
              HasSubstr("2 entries for 3 rows"));
}

TEST(Labels, wrong_is_where_prediction_and_label_differ) {
  using Indices = std::vector<std::uint32_t>;
  EXPECT_THAT(wrong_flags(Indices{0, 1, 2}, Indices{0, 2, 2}), ElementsAre(0, 1, 0));
  EXPECT_THROW((void)wrong_flags(Indices{0, 1}, Indices{0}), Error);
}

}  // namespace
}  // namespace qualm
