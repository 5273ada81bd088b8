// SPDX-License-Identifier: Apache-2.0
#include "array/exact_sum.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace qualm {
namespace {

TEST(ExactSum, is_exact_where_doubles_cancel) {
  ExactSum sum;
  for (const double term : {1e300, 1.0, 5e-324, -1e300}) sum.add(term);
  EXPECT_EQ(sum.value(), 1.0);
  sum.add(-1.0);
  EXPECT_EQ(sum.value(), 5e-324);
  sum.add(-1e-323);
  EXPECT_EQ(sum.value(), -5e-324);
}

TEST(ExactSum, has_the_same_bits_for_any_grouping_of_its_terms) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  ExactSum all, first, second;
  long double reference = 0;
  for (int i = 0; i < 1000; ++i) {
    const double term = std::ldexp(normal(random), static_cast<int>(random() % 60) - 30);
    all.add(term);
    (random() % 2 == 0 ? first : second).add(term);
    reference += static_cast<long double>(term);
  }
  second.add(first.integers());
  EXPECT_EQ(second.value(), all.value());
  EXPECT_NEAR(all.value(), static_cast<double>(reference), 1e-15 * std::abs(all.value()));
}

TEST(ExactSum, keeps_infinity_and_nan) {
  ExactSum sum;
  sum.add(1);
  sum.add(std::numeric_limits<double>::infinity());
  EXPECT_EQ(sum.value(), std::numeric_limits<double>::infinity());
  sum.add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(sum.value()));
}

}  // namespace
}  // namespace qualm
