// SPDX-License-Identifier: Apache-2.0
#include "training/seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace qualm::training {
namespace {

std::vector<std::uint32_t> rows(std::size_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

TEST(Seeds, every_member_of_every_run_has_its_own) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed : {0U, 1U}) {
    for (std::size_t run = 0; run < 5; ++run) {
      for (std::size_t member = 0; member < 5; ++member) {
        const MemberRandom random(seed, run, member);
        seen.insert(random.initialization());
        for (std::size_t epoch = 0; epoch < 3; ++epoch) seen.insert(random.epoch(epoch));
      }
    }
  }
  EXPECT_EQ(seen.size(), 2U * 5 * 5 * 4);
}

TEST(Seeds, an_order_holds_every_row_once_and_changes_with_the_epoch) {
  const MemberRandom random(7, 1, 2);
  std::vector<std::uint32_t> first = random.order(0, rows(1000));
  EXPECT_EQ(first, random.order(0, rows(1000)));
  EXPECT_NE(first, random.order(1, rows(1000)));
  EXPECT_NE(first, MemberRandom(7, 2, 1).order(0, rows(1000)));
  EXPECT_NE(first, rows(1000));
  std::sort(first.begin(), first.end());
  EXPECT_EQ(first, rows(1000));
}

TEST(Seeds, a_bootstrap_sample_leaves_out_about_one_row_in_e) {
  const std::vector<std::uint32_t> sample = MemberRandom(0, 0, 0).bootstrap_rows(10'000);
  const std::set<std::uint32_t> distinct(sample.begin(), sample.end());
  EXPECT_EQ(sample.size(), 10'000U);
  EXPECT_LT(*distinct.rbegin(), 10'000U);
  EXPECT_NEAR(static_cast<double>(distinct.size()), 6321, 200);  // 1 - 1/e
}

TEST(Seeds, augmentations_take_every_value_about_as_often) {
  const MemberRandom random(3, 0, 0);
  std::vector<int> down(9), right(9);
  int flipped = 0;
  for (std::size_t place = 0; place < 9000; ++place) {
    const auto augmentation = random.augmentation(4, place);
    ++down.at(augmentation.down);
    ++right.at(augmentation.right);
    flipped += augmentation.flipped ? 1 : 0;
  }
  for (const int count : down) EXPECT_NEAR(count, 1000, 150);
  for (const int count : right) EXPECT_NEAR(count, 1000, 150);
  EXPECT_NEAR(flipped, 4500, 250);
}

}  // namespace
}  // namespace qualm::training
