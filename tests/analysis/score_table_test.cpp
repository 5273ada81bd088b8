// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/score_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/expect_error.h"

namespace qualm {
namespace {

using testing::ElementsAre;

ScoreTable made_table() {
  ScoreTable table;
  add_score(table, "mine", {0, 1, 2, 3});
  add_score(table, "theirs", {5, 6, 7, 8});
  table.runs[0].wrong = {0, 1, 0, 1};
  return table;
}

TEST(ScoreTable, rows_taken_out_are_in_one_table_or_the_other) {
  ScoreTable table = made_table();
  const std::vector<std::uint8_t> flags = {0, 1, 1, 0};
  const ScoreTable taken = take_rows(table, flags);
  EXPECT_EQ(table.n_rows, 2U);
  EXPECT_EQ(taken.n_rows, 2U);
  EXPECT_THAT(table.runs[0].columns[1], ElementsAre(5, 8));
  EXPECT_THAT(taken.runs[0].columns[1], ElementsAre(6, 7));
  EXPECT_THAT(table.runs[0].wrong, ElementsAre(0, 1));
  EXPECT_THAT(taken.runs[0].wrong, ElementsAre(1, 0));
  EXPECT_TRUE(taken.runs[0].predicted.empty());
  EXPECT_EQ(taken.names, table.names);
}

TEST(ScoreTable, a_score_that_does_not_fit_is_refused) {
  ScoreTable table = made_table();
  expect_error(ErrorKind::data, {"x: 3 scores for 4 rows"}, [&] {
    add_score(table, "x", {1, 2, 3});
  });
  expect_error(ErrorKind::usage, {"two scores have the name mine"}, [&] {
    add_score(table, "mine", {1, 2, 3, 4});
  });
  expect_error(ErrorKind::data, {"x: row 1 is NaN"}, [&] {
    add_score(table, "x", {1, std::nan(""), 3, 4});
  });
  table.runs.emplace_back();
  expect_error(ErrorKind::usage, {"one run"}, [&] { add_score(table, "x", {1, 2, 3, 4}); });
}

TEST(DrawnRows, are_as_many_as_asked_for_and_follow_the_seed) {
  const auto count = [](const std::vector<std::uint8_t>& flags) {
    return std::accumulate(flags.begin(), flags.end(), 0);
  };
  EXPECT_EQ(count(draw_rows(1000, 0.3, 1)), 300);
  EXPECT_EQ(draw_rows(1000, 0.3, 1), draw_rows(1000, 0.3, 1));
  EXPECT_NE(draw_rows(1000, 0.3, 1), draw_rows(1000, 0.3, 2));
  expect_error(ErrorKind::usage, {"share 1"}, [] { static_cast<void>(draw_rows(10, 1, 0)); });
  expect_error(ErrorKind::data, {"less than one row"},
               [] { static_cast<void>(draw_rows(10, 0.01, 0)); });
}

TEST(DrawnRows, every_row_is_drawn_as_often_as_the_others) {
  constexpr int n_draws = 4000;
  std::vector<int> times(10, 0);
  for (int seed = 0; seed < n_draws; ++seed) {
    const std::vector<std::uint8_t> flags = draw_rows(10, 0.5, static_cast<std::uint64_t>(seed));
    for (std::size_t row = 0; row < 10; ++row) times[row] += flags[row];
  }
  // Binomial with standard deviation 32: six of them.
  for (const int each : times) EXPECT_NEAR(each, n_draws / 2, 190);
}

}  // namespace
}  // namespace qualm
