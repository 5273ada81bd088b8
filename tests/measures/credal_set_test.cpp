// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/binomial.hpp>
#include <functional>

#include "measures/credal_hartley.h"
#include "measures/credal_imprecision.h"
#include "measures/credal_interval_minimum.h"
#include "measures/credal_tv_ball.h"
#include "support/credal.h"

namespace {

using credal::Real;
using credal::Rows;
using qualm::detail::EntropyBounds;
using qualm::detail::interval_set;
using qualm::detail::IntervalSet;
using qualm::detail::MemberSet;
using qualm::detail::tv_ball_entropy;

using SetFunction = std::function<Real(std::size_t)>;

template <class Numbers>
Real sum_over(const Numbers& numbers, std::size_t set) {
  Real sum = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) sum += set >> k & 1U ? numbers[k] : 0;
  return sum;
}

SetFunction lower_probability(const MemberSet& set) {
  return [&set](std::size_t event) {
    Real least = 1;
    for (std::size_t m = 0; m < set.n_members; ++m) {
      least = std::min(least, sum_over(set.point(m), event));
    }
    return least;
  };
}

SetFunction lower_probability(const IntervalSet& set) {
  return [&set](std::size_t event) {
    const std::size_t all = (std::size_t{1} << set.n_classes()) - 1;
    return std::max(sum_over(set.lower, event), 1 - sum_over(set.upper, all & ~event));
  };
}

// sum of mass(B) log |B| with the mass of each set by inclusion and exclusion.
Real hartley_by_definition(const SetFunction& lower, std::size_t n_classes) {
  Real sum = 0;
  for (std::size_t b = 1; b < std::size_t{1} << n_classes; ++b) {
    Real mass = 0;
    for (std::size_t a = b; a > 0; a = (a - 1) & b) {
      mass += (std::popcount(b ^ a) % 2 == 0 ? 1 : -1) * lower(a);
    }
    sum += mass * std::log(static_cast<Real>(std::popcount(b)));
  }
  return sum;
}

Real imprecision_by_definition(const SetFunction& lower, std::size_t n_classes) {
  const std::size_t all = (std::size_t{1} << n_classes) - 1;
  Real greatest = 0;
  for (std::size_t a = 1; a < all; ++a) {
    greatest = std::max(greatest, 1 - lower(all & ~a) - lower(a));
  }
  return greatest;
}

TEST(CredalSets, have_the_known_values) {
  const MemberSet set = credal::set_of(credal::three_members);
  EXPECT_NEAR(hull_hartley(set), 0.496981, 5e-7);
  EXPECT_NEAR(hull_imprecision(set), 0.6, 1e-15);
  const EntropyBounds ball = tv_ball_entropy(std::vector<double>{0.5, 0.3, 0.15, 0.05}, 0.1);
  EXPECT_NEAR(ball.lower, 0.897946, 5e-7);
  EXPECT_NEAR(ball.upper, 1.296844, 5e-7);
}

TEST(CredalSets, agree_with_sums_over_all_events) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const std::size_t m = 1 + seed % 6, k = 2 + seed % 7;
    const double spread = std::pow(10.0, 0.5 - static_cast<double>(seed % 4));
    const MemberSet set = credal::set_of(credal::random_rows(m, k, spread, seed));
    const IntervalSet intervals = interval_set(set);
    const std::size_t n = set.n_classes;
    EXPECT_NEAR(hull_hartley(set),
                static_cast<double>(hartley_by_definition(lower_probability(set), n)), 1e-13);
    EXPECT_NEAR(interval_hartley(intervals),
                static_cast<double>(hartley_by_definition(lower_probability(intervals), n)), 1e-13);
    EXPECT_NEAR(hull_imprecision(set),
                static_cast<double>(imprecision_by_definition(lower_probability(set), n)), 1e-14);
    const qualm::detail::Bracket imprecision = interval_imprecision(intervals);
    EXPECT_EQ(imprecision.low, imprecision.high);
    EXPECT_NEAR(imprecision.low,
                static_cast<double>(imprecision_by_definition(lower_probability(intervals), n)),
                1e-12);
  }
}

TEST(CredalSets, of_equal_members_have_no_imprecision) {
  const MemberSet set = credal::set_of(Rows(3, credal::random_rows(1, 7, 1, 1)[0]));
  EXPECT_EQ(hull_hartley(set), 0);
  EXPECT_EQ(hull_imprecision(set), 0);
  EXPECT_EQ(interval_hartley(interval_set(set)), 0);
  EXPECT_EQ(interval_imprecision(interval_set(set)).high, 0);
}

TEST(CredalSets, of_certain_members_that_disagree_know_nothing) {
  Rows rows(20, std::vector<double>(20));
  for (std::size_t m = 0; m < 20; ++m) rows[m][m] = 1;
  const MemberSet set = credal::set_of(rows);
  EXPECT_NEAR(hull_hartley(set), std::log(20.0), 1e-12);
  EXPECT_EQ(hull_imprecision(set), 1);
  EXPECT_NEAR(interval_hartley(interval_set(set)), std::log(20.0), 1e-12);
  EXPECT_EQ(interval_imprecision(interval_set(set)).low, 1);
}

// A probability has the measure 0: log K = sum_b w_b C(K - 1, b - 1).
TEST(CredalSets, weigh_events_such_that_a_probability_has_no_hartley_measure) {
  for (std::size_t k = 2; k <= qualm::detail::most_hartley_classes; ++k) {
    const std::vector<double>& weights = qualm::detail::hartley_weights(k);
    Real sum = 0;
    for (std::size_t b = 1; b < k; ++b) {
      sum += weights[b] * boost::math::binomial_coefficient<Real>(static_cast<unsigned>(k - 1),
                                                                  static_cast<unsigned>(b - 1));
    }
    EXPECT_NEAR(static_cast<double>(sum / std::log(static_cast<Real>(k))), 1, 1e-14) << k;
    EXPECT_NEAR(weights[k - 1], std::log(static_cast<double>(k) / static_cast<double>(k - 1)),
                1e-15);
  }
}

TEST(CredalSets, find_the_imprecision_of_a_thousand_intervals) {
  const IntervalSet set = interval_set(credal::set_of(credal::random_rows(5, 1000, 1, 2)));
  const qualm::detail::Bracket found = interval_imprecision(set);
  EXPECT_EQ(found.low, found.high);
  EXPECT_LE(found.high, 1);
}

// Every order in which classes can be emptied, into each class.
Real least_in_ball(const std::vector<double>& centre, double radius) {
  std::vector<std::size_t> order(centre.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Real least = 10;
  do {
    std::vector<Real> p = credal::reals(centre);
    Real left = radius;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const Real taken = std::min(left, p[order[i]]);
      p[order[i]] -= taken;
      p[order[0]] += taken;
      left -= taken;
    }
    least = std::min(least, credal::entropy(p));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

// The floor and the ceiling by bisection.
Real greatest_in_ball(const std::vector<double>& centre, double radius) {
  const auto moved = [&](Real level, Real sign) {
    Real sum = 0;
    for (const double x : centre) sum += std::max<Real>(0, sign * (level - x));
    return sum;
  };
  const Real share = 1 / static_cast<Real>(centre.size());
  Real floor = 0, ceiling = 1;
  for (Real step = 0.5; step > 1e-20L; step /= 2) {
    if (floor + step <= share && moved(floor + step, 1) <= radius) floor += step;
    if (ceiling - step >= share && moved(ceiling - step, -1) <= radius) ceiling -= step;
  }
  std::vector<Real> p = credal::reals(centre);
  for (Real& x : p) x = std::min(std::max(x, floor), ceiling);
  return credal::entropy(p);
}

TEST(CredalSets, include_the_ball_with_the_entropies_of_its_extremes) {
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    const std::vector<double> centre = credal::random_rows(1, 2 + seed % 5, 1, seed)[0];
    for (const double radius : {1e-6, 0.01, 0.1, 0.3, 0.7, 1.0}) {
      const EntropyBounds bounds = tv_ball_entropy(centre, radius);
      EXPECT_NEAR(bounds.lower, static_cast<double>(least_in_ball(centre, radius)), 1e-13);
      EXPECT_NEAR(bounds.upper, static_cast<double>(greatest_in_ball(centre, radius)), 1e-13);
      EXPECT_NEAR(bounds.difference, bounds.upper - bounds.lower, 1e-15);
    }
  }
}

TEST(CredalSets, keep_the_digits_of_a_small_ball_around_an_even_prediction) {
  for (const std::size_t n_classes : {2U, 3U, 8U, 1000U}) {
    const auto k = static_cast<long double>(n_classes);
    for (const double radius : {1e-6, 1e-5, 1e-4}) {
      // One class has more by the radius, one less: ((1+x) ln(1+x) + (1-x) ln(1-x)) / K, x = K r.
      const long double x = k * static_cast<long double>(radius);
      const long double exact = ((1 + x) * std::log1p(x) + (1 - x) * std::log1p(-x)) / k;
      const std::vector<double> centre(n_classes, 1.0 / static_cast<double>(n_classes));
      const double found = tv_ball_entropy(centre, radius).difference;
      EXPECT_NEAR(found / static_cast<double>(exact), 1, 1e-9) << n_classes << " " << radius;
    }
  }
}

TEST(CredalSets, take_a_ball_of_radius_one_for_the_simplex) {
  const EntropyBounds bounds = tv_ball_entropy(std::vector<double>{0.7, 0.1, 0.2, 0}, 1);
  EXPECT_EQ(bounds.lower, 0);
  EXPECT_NEAR(bounds.upper, std::log(4.0), 1e-15);
}

// Every third row has steps of 1/8, so that rows and columns hold the same numbers.
TEST(CredalSets, do_not_depend_on_the_order_of_members_and_classes) {
  qualm::Random random(12);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::size_t m = 1 + random.below(6), k = 2 + random.below(9);
    Rows rows = credal::random_rows(m, k, 1, seed);
    if (seed % 3 == 0) {
      rows.assign(m, std::vector<double>(k));
      for (auto& row : rows) {
        for (int draw = 0; draw < 8; ++draw) row[random.below(k)] += 0.125;
      }
    }
    const auto measured = [](const Rows& of) {
      const MemberSet set = credal::set_of(of);
      const EntropyBounds hull = hull_entropy(set);
      const IntervalSet intervals = interval_set(set);
      return std::vector<double>{hull.lower,
                                 hull.upper,
                                 hull.difference,
                                 hull_hartley(set),
                                 hull_imprecision(set),
                                 interval_hartley(intervals),
                                 interval_imprecision(intervals).low,
                                 interval_minimum(intervals, hull.upper).entropy,
                                 interval_maximum(intervals)[0]};
    };
    const std::vector<double> before = measured(rows);
    for (int i = 0; i < 3; ++i) {
      for (std::size_t a = m; a > 1; --a) std::swap(rows[a - 1], rows[random.below(a)]);
      for (std::size_t a = k; a > 1; --a) {
        const std::size_t b = random.below(a);
        for (auto& row : rows) std::swap(row[a - 1], row[b]);
      }
      EXPECT_EQ(measured(rows), before) << seed;
    }
  }
}

}  // namespace
