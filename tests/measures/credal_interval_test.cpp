// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "measures/credal_entropy.h"
#include "measures/credal_interval_minimum.h"
#include "support/credal.h"

namespace {

using credal::Rows;
using qualm::detail::entropy_of_point;
using qualm::detail::interval_maximum;
using qualm::detail::interval_minimum;
using qualm::detail::interval_set;
using qualm::detail::IntervalMinimum;
using qualm::detail::IntervalSet;

IntervalSet intervals_of(const Rows& rows) {
  return interval_set(credal::set_of(rows));
}

IntervalMinimum minimum_of(const IntervalSet& set, std::size_t most_nodes = 100'000) {
  return interval_minimum(set, entropy_of_point(interval_maximum(set)), most_nodes);
}

void expect_in_set(const IntervalSet& set, const std::vector<double>& point) {
  credal::Real sum = 0;
  for (std::size_t k = 0; k < point.size(); ++k) {
    EXPECT_GE(point[k], set.lower[k] - 1e-14);
    EXPECT_LE(point[k], set.upper[k] + 1e-14);
    sum += point[k];
  }
  EXPECT_NEAR(static_cast<double>(sum), 1, 1e-13);
}

// The greatest upper bound first.
IntervalSet intervals(const std::vector<std::pair<double, double>>& bounds) {
  IntervalSet set;
  for (const auto& [lower, upper] : bounds) {
    set.lower.push_back(lower);
    set.upper.push_back(upper);
    set.lower_rest.push_back(1 - lower);
    set.upper_rest.push_back(1 - upper);
  }
  return set;
}

TEST(CredalInterval, has_the_known_values) {
  const IntervalSet set = intervals({{0.3, 0.6}, {0.2, 0.5}, {0, 0.5}});
  EXPECT_NEAR(entropy_of_point(interval_maximum(set)), 1.098612, 5e-7);
  EXPECT_NEAR(minimum_of(set).entropy, 0.673012, 5e-7);
}

TEST(CredalInterval, agrees_with_every_vertex_and_with_bisection) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::size_t m = 1 + seed % 6, k = 2 + seed % 7;
    const double spread = std::pow(10.0, 0.5 - static_cast<double>(seed % 4));
    const IntervalSet set = intervals_of(credal::random_rows(m, k, spread, seed));
    const std::vector<double> greatest = interval_maximum(set);
    const IntervalMinimum least = minimum_of(set);
    expect_in_set(set, greatest);
    expect_in_set(set, least.point);
    EXPECT_TRUE(least.is_exact());
    EXPECT_NEAR(least.entropy, static_cast<double>(credal::least_interval_entropy(set)), 1e-12)
        << seed << ": M " << m << ", K " << k;
    EXPECT_NEAR(entropy_of_point(greatest),
                static_cast<double>(credal::greatest_interval_entropy(set)), 1e-12);
  }
}

TEST(CredalInterval, agrees_with_every_vertex_where_intervals_are_equal_or_nested) {
  qualm::Random random(3);
  for (int i = 0; i < 300; ++i) {
    Rows rows(2 + random.below(4), std::vector<double>(7));
    for (auto& row : rows) {
      for (int draw = 0; draw < 8; ++draw) row[random.below(7)] += 0.125;
    }
    const IntervalSet set = intervals_of(rows);
    const IntervalMinimum least = minimum_of(set);
    EXPECT_TRUE(least.is_exact());
    EXPECT_NEAR(least.entropy, static_cast<double>(credal::least_interval_entropy(set)), 1e-13);
  }
}

TEST(CredalInterval, agrees_with_every_vertex_for_confident_members_that_disagree) {
  for (const double spread : {10.0, 30.0, 200.0}) {
    for (std::uint64_t seed = 1; seed < 60; ++seed) {
      const IntervalSet set =
          intervals_of(credal::random_rows(2 + seed % 8, 2 + seed % 6, spread, seed));
      const IntervalMinimum least = minimum_of(set);
      EXPECT_TRUE(least.is_exact());
      EXPECT_NEAR(least.entropy, static_cast<double>(credal::least_interval_entropy(set)), 1e-12)
          << spread << " " << seed;
    }
  }
}

TEST(CredalInterval, of_equal_members_is_a_point) {
  const Rows rows(4, credal::random_rows(1, 6, 1, 4)[0]);
  const IntervalSet set = intervals_of(rows);
  EXPECT_EQ(entropy_of_point(interval_maximum(set)), minimum_of(set).entropy);
}

TEST(CredalInterval, keeps_the_digits_of_near_certain_members) {
  const auto binary = [](credal::Real rest) {
    return static_cast<double>(-rest * std::log(rest) - (1 - rest) * std::log1p(-rest));
  };
  const IntervalSet set = intervals_of({{1, 1e-25}, {1, 3e-25}});
  EXPECT_NEAR(minimum_of(set).entropy / binary(1e-25L), 1, 1e-13);
  EXPECT_NEAR(entropy_of_point(interval_maximum(set)) / binary(3e-25L), 1, 1e-13);
  // Members that are certain of different classes: the second leaves less for the others.
  const IntervalSet both = intervals_of({{1, 1e-20, 3e-20}, {2e-20, 1, 1e-20}});
  const credal::Real least = -2e-20L * std::log(2e-20L) - 1e-20L * std::log(1e-20L) + 3e-20L;
  EXPECT_NEAR(minimum_of(both).entropy / static_cast<double>(least), 1, 1e-13);
}

TEST(CredalInterval, is_exact_for_many_classes) {
  for (const auto& [m, k] : {std::pair{5UL, 100UL}, {10UL, 100UL}, {5UL, 1000UL}}) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const IntervalSet set = intervals_of(credal::random_rows(m, k, 1, seed));
      const IntervalMinimum least = minimum_of(set);
      EXPECT_TRUE(least.is_exact()) << m << " members, " << k << " classes";
      expect_in_set(set, least.point);
    }
  }
}

TEST(CredalInterval, gives_a_bracket_where_the_search_is_stopped) {
  int n_stopped = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const IntervalSet set = intervals_of(credal::random_rows(5, 8, 0.3, seed));
    const auto exact = static_cast<double>(credal::least_interval_entropy(set));
    const IntervalMinimum stopped = minimum_of(set, 1);
    if (!stopped.is_exact()) ++n_stopped;
    EXPECT_LE(stopped.bound, exact + 1e-13);
    EXPECT_GE(stopped.entropy, exact - 1e-13);
  }
  EXPECT_GT(n_stopped, 0);
}

}  // namespace
