// SPDX-License-Identifier: Apache-2.0
#include "server/parameters.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace qualm::server {
namespace {

TEST(Parameters, a_query_of_rows_is_read) {
  const page::RowQuery query = parse_row_query({{"sort", "entropy.total"},
                                                {"ascending", "1"},
                                                {"weights", "1,0,2.5"},
                                                {"predicted", "2"},
                                                {"wrong", "0"},
                                                {"part", "kept"},
                                                {"portion", "0.25"},
                                                {"box", "0,0.5,0.125,1"},
                                                {"family", "entropy"},
                                                {"first", "40"},
                                                {"count", "20"}});
  EXPECT_EQ(query.sort, "entropy.total");
  EXPECT_TRUE(query.ascending);
  EXPECT_EQ(query.class_weights, (std::vector<double>{1, 0, 2.5}));
  EXPECT_EQ(query.predicted, 2U);
  EXPECT_EQ(query.wrong, false);
  EXPECT_EQ(query.part, page::RowQuery::Part::kept);
  EXPECT_EQ(query.portion, 0.25);
  ASSERT_TRUE(query.box.has_value());
  EXPECT_EQ(query.box->measure, "entropy");
  EXPECT_EQ(query.box->epistemic[0], 0.125);
  EXPECT_EQ(query.first, 40U);
}

TEST(Parameters, what_does_not_fit_is_an_error) {
  const Parameters wrong[] = {{{"file", "/etc/passwd"}},
                              {{"count", "-1"}},
                              {{"count", "10001"}, {"classByClass", "0"}},
                              {{"count", "201"}},
                              {{"weights", "1,,2"}},
                              {{"weights", "nan"}},
                              {{"box", "1,2,3"}},
                              {{"part", "some"}},
                              {{"ascending", "yes"}},
                              {{"row", "4294967296"}},
                              {{"portion", "1e999"}},
                              {{"set", ""}}};
  for (const Parameters& parameters : wrong) {
    try {
      (void)parse_row_query(parameters);
      ADD_FAILURE() << parameters.begin()->first << "=" << parameters.begin()->second;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
    }
  }
}

}  // namespace
}  // namespace qualm::server
