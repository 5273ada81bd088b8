// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluation/support/example.h"
#include "qualm/error.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<std::uint32_t> order_of(const Ranking& ranking) {
  std::vector<std::uint32_t> order;
  for (std::size_t group = 0; group < ranking.n_groups(); ++group) {
    const auto rows = ranking.rows(group);
    order.insert(order.end(), rows.begin(), rows.end());
  }
  return order;
}

void expect_same_as_stable_sort(const std::vector<double>& scores) {
  const Ranking ranking(scores);
  std::vector<std::uint32_t> expected(scores.size());
  std::iota(expected.begin(), expected.end(), 0U);
  std::stable_sort(expected.begin(), expected.end(),
                   [&](auto a, auto b) { return scores[a] < scores[b]; });
  EXPECT_EQ(order_of(ranking), expected);
  for (std::size_t group = 0; group < ranking.n_groups(); ++group) {
    ASSERT_FALSE(ranking.rows(group).empty());
    if (group > 0) {
      EXPECT_LT((*ranking.scores())[group - 1], (*ranking.scores())[group]);
    }
    for (const auto row : ranking.rows(group)) {
      EXPECT_EQ(scores[row], (*ranking.scores())[group]);
    }
  }
}

TEST(Ranking, sorts_doubles_as_a_stable_sort_does) {
  Random random(1);
  std::vector<double> scores;
  for (int i = 0; i < 20000; ++i)
    scores.push_back(random.normal() * std::exp(50 * random.normal()));
  expect_same_as_stable_sort(scores);
}

TEST(Ranking, sorts_floats_as_a_stable_sort_does) {
  Random random(2);
  std::vector<double> scores;
  for (int i = 0; i < 20000; ++i) {
    scores.push_back(static_cast<double>(static_cast<float>(random.normal())));
  }
  expect_same_as_stable_sort(scores);
}

TEST(Ranking, sorts_heavy_ties_as_a_stable_sort_does) {
  for (std::uint64_t n_levels : {1U, 2U, 3U, 100U}) {
    expect_same_as_stable_sort(testing::make_example(5000, n_levels, n_levels).scores);
  }
}

TEST(Ranking, tells_doubles_apart_that_are_one_float) {
  expect_same_as_stable_sort({1 + 0x1p-52, 1, 1 - 0x1p-53, 1, 1 + 0x1p-51});
}

TEST(Ranking, places_extremes_and_infinities) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  expect_same_as_stable_sort({huge, -tiny, 0, -infinity, tiny, -huge, infinity, 1e-310});
  expect_same_as_stable_sort({1, -infinity, 0, infinity, -1, infinity});
  EXPECT_EQ(Ranking(std::vector<double>{1, -infinity, 0, infinity, -1, infinity}).n_groups(), 5U);
}

TEST(Ranking, negative_zero_ties_with_zero) {
  for (const double other : {1.0, 0.1}) {  // as floats, as doubles
    const std::vector<double> scores = {0.0, other, -0.0, 0.0};
    const Ranking ranking(scores);
    ASSERT_EQ(ranking.n_groups(), 2U);
    EXPECT_THAT(ranking.rows(0), ElementsAre(0, 2, 3));
    EXPECT_FALSE(std::signbit((*ranking.scores())[0]));
  }
}

TEST(Ranking, works_for_one_row) {
  const Ranking ranking(std::vector<double>{0.1});
  EXPECT_EQ(ranking.n_groups(), 1U);
  EXPECT_THAT(ranking.rows(0), ElementsAre(0));
}

TEST(Ranking, refuses_nan_and_names_its_row) {
  const std::vector<double> scores = {0, 1, std::nan(""), 2};
  try {
    const Ranking ranking(scores);
    FAIL() << "NaN was ranked";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_THAT(error.what(), HasSubstr("row 2 is NaN"));
  }
}

TEST(Ranking, refuses_no_scores) {
  EXPECT_THROW(Ranking(std::vector<double>{}), Error);
}

TEST(Tally, counts_either_kind_at_each_score) {
  const std::vector<double> scores = {3, 1, 3, 2, 1, 3};
  const Tally tally(Ranking(scores), std::vector<std::uint8_t>{1, 0, 0, 1, 0, 1});
  EXPECT_THAT(*tally.scores, ElementsAre(1, 2, 3));
  EXPECT_THAT(tally.negatives.all(), ElementsAre(2, 0, 1));
  EXPECT_THAT(tally.positives.all(), ElementsAre(0, 1, 2));
  EXPECT_EQ(tally.n_negative, 3U);
  EXPECT_EQ(tally.n_positive, 3U);
}

TEST(Counts, add_up_any_groups) {
  const std::size_t n = Counts::groups_a_piece + 5000;
  std::vector<std::uint32_t> counts(n);
  for (std::size_t i = 0; i < n; ++i) {
    counts[i] = i % 1000 == 7 ? 100'000U : static_cast<std::uint32_t>(i % 5);
  }
  const Counts stored{std::span<const std::uint32_t>(counts)};
  const std::size_t eighth = Counts::groups_a_piece / 8;
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, eighth, 8 * eighth}) {
    for (const std::size_t last : {8 * eighth, 9 * eighth, n - 1, n}) {
      const auto begin = counts.begin();
      EXPECT_EQ(stored.sum(first, last),
                std::accumulate(begin + static_cast<std::ptrdiff_t>(first),
                                begin + static_cast<std::ptrdiff_t>(last), std::uint64_t{0}));
    }
  }
}

// More rows of either kind than a byte counts, and one fewer, in a bucket with other groups.
TEST(Tally, counts_as_many_ties_as_there_are) {
  std::vector<double> scores;
  std::vector<std::uint8_t> is_positive;
  const auto add = [&](double score, std::size_t n_negative, std::size_t n_positive) {
    for (std::size_t i = 0; i < n_negative + n_positive; ++i) {
      scores.push_back(score);
      is_positive.push_back(i < n_positive ? 1 : 0);
    }
  };
  add(1, 254, 0);
  add(2, 255, 3);
  add(3, 1, 256);
  add(4, 300, 70'000);
  add(5, 1, 1);
  const Tally tally = tally_of(scores, is_positive);
  EXPECT_EQ(tally.negatives, (Counts{254, 255, 1, 300, 1}));
  EXPECT_EQ(tally.positives, (Counts{0, 3, 256, 70'000, 1}));
  EXPECT_EQ(*tally.scores, (Column<double>{1, 2, 3, 4, 5}));
}

TEST(Tally, refuses_labels_of_another_length) {
  const Ranking ranking(std::vector<double>{1, 2, 3});
  EXPECT_THROW(Tally(ranking, std::vector<std::uint8_t>{1, 0}), Error);
}

}  // namespace
}  // namespace qualm
