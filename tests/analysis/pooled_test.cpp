// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/pooled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "qualm/error.h"

namespace qualm {
namespace {

using testing::ElementsAre;

TEST(Subsets, are_all_if_they_are_few) {
  EXPECT_THAT(subsets_of(4, 2, 6, 0),
              ElementsAre(ElementsAre(0, 1), ElementsAre(0, 2), ElementsAre(0, 3),
                          ElementsAre(1, 2), ElementsAre(1, 3), ElementsAre(2, 3)));
  EXPECT_EQ(subsets_of(10, 5, 252, 0).size(), 252U);
  EXPECT_THAT(subsets_of(3, 3, 1, 0), ElementsAre(ElementsAre(0, 1, 2)));
}

TEST(Subsets, are_drawn_if_they_are_many) {
  const auto drawn = subsets_of(25, 5, 200, 7);
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 200U);
  std::vector<std::size_t> times(25);
  for (const auto& subset : drawn) {
    EXPECT_EQ(subset.size(), 5U);
    EXPECT_TRUE(std::is_sorted(subset.begin(), subset.end()));
    for (const std::size_t member : subset) ++times[member];
  }
  // 200 * 5 / 25 = 40 expected, deviation below 6.
  for (const std::size_t n : times) EXPECT_NEAR(static_cast<double>(n), 40, 30);
  EXPECT_EQ(subsets_of(25, 5, 200, 7), drawn);
  EXPECT_NE(subsets_of(25, 5, 200, 8), drawn);
  EXPECT_THROW((void)subsets_of(2, 3, 10, 0), Error);
}

}  // namespace
}  // namespace qualm
