// SPDX-License-Identifier: Apache-2.0
#include "qualm/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace {

// The known answers that come with the description of Philox (Random123, kat_vectors).
TEST(Philox, gives_the_published_answers) {
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(qualm::philox4x32({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(
      qualm::philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
      (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      qualm::philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, streams_differ_and_repeat) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    seen.insert(qualm::Random(1, stream).bits64());
    EXPECT_EQ(qualm::Random(1, stream).bits64(), qualm::Random(1, stream).bits64());
  }
  EXPECT_EQ(seen.size(), 100U);
}

TEST(Random, below_is_even) {
  qualm::Random random(5);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

// Mean and variance of the draws within five standard errors of the distribution's own.
TEST(Random, normal_and_gamma_have_the_right_moments) {
  const int n = 200000;
  const auto check = [&](auto draw, double mean, double variance, double fourth) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      const double x = draw();
      sum += x;
      squares += (x - mean) * (x - mean);
    }
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n));
    EXPECT_NEAR(squares / n, variance, 5 * std::sqrt((fourth - variance * variance) / n));
  };
  qualm::Random random(17);
  check([&] { return random.normal(); }, 0, 1, 3);
  check([&] { return random.uniform(); }, 0.5, 1.0 / 12, 1.0 / 80);
  for (const double shape : {0.1, 0.5, 1.0, 3.5, 50.0}) {
    check([&] { return random.gamma(shape); }, shape, shape, 3 * shape * shape + 6 * shape);
  }
}

TEST(Random, log_gamma_stays_finite_for_tiny_shapes) {
  qualm::Random random(1);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(std::isfinite(random.log_gamma_variate(1e-4)));
}

}  // namespace
