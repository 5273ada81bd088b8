// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "measures/credal_entropy.h"
#include "measures/credal_hull_maximum.h"
#include "support/credal.h"

namespace {

using credal::Real;
using credal::Rows;
using qualm::detail::entropy_of_point;
using qualm::detail::EntropyBounds;
using qualm::detail::hull_entropy;
using qualm::detail::HullMaximum;
using qualm::detail::MemberSet;

TEST(CredalHull, has_the_known_values) {
  const EntropyBounds bounds = hull_entropy(credal::set_of(credal::three_members));
  EXPECT_NEAR(bounds.lower, 0.801819, 5e-7);
  EXPECT_NEAR(bounds.upper, std::log(3.0), 1e-12);
  EXPECT_NEAR(bounds.difference, std::log(3.0) - 0.801819, 5e-7);
}

HullMaximum maximum_of(const MemberSet& set) {
  std::size_t least = 0;
  for (std::size_t m = 1; m < set.n_members; ++m) {
    if (entropy_of_point(set.point(m)) < entropy_of_point(set.point(least))) least = m;
  }
  return maximize_entropy_on_hull(set, least);
}

// For any p of the hull, and every q: H(q) <= CE(q, p) <= the greatest CE(p_m, p).
void expect_certificate(const MemberSet& set, const std::string& what) {
  const HullMaximum found = maximum_of(set);
  std::vector<Real> p(set.n_classes);
  for (std::size_t i = 0; i < set.n_members; ++i) {
    for (std::size_t j = 0; j < p.size(); ++j) {
      p[j] += static_cast<Real>(found.weights[i]) * set.point(i)[j];
    }
  }
  Real greatest_cross = 0;
  for (std::size_t i = 0; i < set.n_members; ++i) {
    Real cross = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      cross -= set.point(i)[j] > 0 ? set.point(i)[j] * std::log(p[j]) : 0;
    }
    greatest_cross = std::max(greatest_cross, cross);
  }
  const double upper = hull_entropy(set).upper;
  EXPECT_NEAR(upper, static_cast<double>(credal::entropy(p)), 1e-14) << what;
  EXPECT_LE(greatest_cross - upper, 1e-10L) << what;
}

TEST(CredalHull, certifies_its_greatest_entropy) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::size_t m = 1 + seed % 7 * (seed % 5), k = 2 + seed % 9;
    const double spread = std::pow(10.0, 0.5 - static_cast<double>(seed % 4));
    expect_certificate(credal::set_of(credal::random_rows(m, k, spread, seed)),
                       "seed " + std::to_string(seed));
  }
}

TEST(CredalHull, certifies_its_greatest_entropy_for_confident_members_that_disagree) {
  for (const double spread : {10.0, 30.0, 100.0, 200.0}) {
    for (std::uint64_t seed = 1; seed < 100; ++seed) {
      expect_certificate(
          credal::set_of(credal::random_rows(2 + seed % 30, 2 + seed % 11, spread, seed)),
          "spread " + std::to_string(spread) + ", seed " + std::to_string(seed));
    }
  }
}

// The best weight of the last member, which alone knows a class, is below exp(-1600).
TEST(CredalHull, needs_no_weight_that_no_double_can_hold) {
  const double unlikely = 1e-4;
  const Rows rows = {{.6, .4, 0}, {.9, .1, 0}, {1 - unlikely, 0, unlikely}};
  const double of_two = hull_entropy(credal::set_of({{.6, .4, 0}, {.9, .1, 0}})).upper;
  const EntropyBounds bounds = hull_entropy(credal::set_of(rows));
  EXPECT_NEAR(bounds.upper, of_two, 1e-10);
  EXPECT_LE(bounds.gap, 1e-11);
  const Rows of_a_real_ensemble = {
      {7.2718e-06, 0, 1.6689e-06, 2.4857e-02, 6.6161e-06, 3.1090e-04, 1.6211e-01, 8.1250e-01},
      {2.4295e-04, 0, 1.1921e-07, 1.7881e-07, 0, 4.7505e-05, 9.6094e-01, 3.8544e-02},
      {7.4997e-03, 1.7881e-06, 1.1921e-07, 9.0625e-01, 0, 5.9605e-07, 8.5388e-02, 8.4257e-04},
      {2.2113e-05, 9.5963e-06, 0, 1.0443e-03, 0, 3.9339e-05, 2.3308e-03, 9.9658e-01},
      {0, 5.9605e-08, 1.4007e-05, 2.7418e-06, 0, 8.7214e-04, 1.8982e-01, 8.0908e-01}};
  EXPECT_LE(hull_entropy(credal::set_of(of_a_real_ensemble)).gap, 1e-11);
}

TEST(CredalHull, contains_no_mixture_with_more_entropy_and_no_member_with_less) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MemberSet set = credal::set_of(credal::random_rows(3, 4, 1.5, seed));
    const EntropyBounds bounds = hull_entropy(set);
    Real least = 10, greatest = 0;
    constexpr int n = 200;
    for (int a = 0; a <= n; ++a) {
      for (int b = 0; a + b <= n; ++b) {
        const Real weights[] = {Real(a) / n, Real(b) / n, Real(n - a - b) / n};
        std::vector<Real> p(set.n_classes);
        for (std::size_t m = 0; m < 3; ++m) {
          for (std::size_t k = 0; k < p.size(); ++k) p[k] += weights[m] * set.point(m)[k];
        }
        least = std::min(least, credal::entropy(p));
        greatest = std::max(greatest, credal::entropy(p));
      }
    }
    EXPECT_NEAR(bounds.lower, static_cast<double>(least), 1e-14);
    EXPECT_GE(bounds.upper, static_cast<double>(greatest) - 1e-14);
    EXPECT_LE(bounds.upper, static_cast<double>(greatest) + 2e-3);
  }
}

TEST(CredalHull, of_equal_members_or_one_member_is_a_point) {
  for (const std::size_t m : {1UL, 2UL, 9UL}) {
    const Rows rows(m, credal::random_rows(1, 6, 1, 4)[0]);
    const MemberSet set = credal::set_of(rows);
    EXPECT_EQ(set.n_members, 1U);
    const EntropyBounds bounds = hull_entropy(set);
    EXPECT_EQ(bounds.difference, 0);
    EXPECT_EQ(bounds.upper, bounds.lower);
    EXPECT_NEAR(bounds.lower, static_cast<double>(credal::entropy(credal::reals(rows[0]))), 1e-15);
  }
}

TEST(CredalHull, leaves_out_members_of_weight_zero) {
  Rows rows = credal::three_members;
  const EntropyBounds before = hull_entropy(credal::set_of(rows));
  rows.push_back({1, 0, 0});
  EXPECT_EQ(hull_entropy(credal::set_of(rows, {0.2, 0.7, 0.1, 0})).lower, before.lower);
  EXPECT_EQ(hull_entropy(credal::set_of(rows, {0.2, 0.7, 0.1, 1e-9})).lower, 0);
}

TEST(CredalHull, of_members_that_are_certain_and_disagree_is_the_simplex) {
  const EntropyBounds bounds =
      hull_entropy(credal::set_of({{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}));
  EXPECT_EQ(bounds.lower, 0);
  EXPECT_FALSE(std::signbit(bounds.lower));
  EXPECT_NEAR(bounds.upper, std::log(3.0), 1e-12);
}

TEST(CredalHull, of_two_classes_reaches_the_centre_or_the_nearest_member) {
  EXPECT_NEAR(hull_entropy(credal::set_of({{0.9, 0.1}, {0.2, 0.8}, {0.6, 0.4}})).upper,
              std::log(2.0), 1e-12);
  const EntropyBounds one_side = hull_entropy(credal::set_of({{0.9, 0.1}, {0.8, 0.2}}));
  EXPECT_NEAR(one_side.upper, -0.8 * std::log(0.8) - 0.2 * std::log(0.2), 1e-14);
}

TEST(CredalHull, keeps_the_digits_of_near_certain_members_and_of_close_ones) {
  const auto binary = [](Real rest) {
    return static_cast<double>(-rest * std::log(rest) - (1 - rest) * std::log1p(-rest));
  };
  const EntropyBounds certain = hull_entropy(credal::set_of({{1, 1e-25}, {1, 2e-25}}));
  EXPECT_NEAR(certain.lower / binary(1e-25L), 1, 1e-13);
  EXPECT_NEAR(certain.upper / binary(2e-25L), 1, 1e-13);
  EXPECT_NEAR(certain.difference / (binary(2e-25L) - binary(1e-25L)), 1, 1e-9);
  // Of the same entropy, 1e-5 apart: the difference is of second order.
  const double d = std::ldexp(1, -17);
  const EntropyBounds close =
      hull_entropy(credal::set_of({{0.25 + d, 0.25, 0.5 - d}, {0.25, 0.25 + d, 0.5 - d}}));
  const Real a = 0.25L + d, b = 0.25L, mid = (a + b) / 2;
  const Real gain = a * std::log(a / mid) + b * std::log(b / mid);
  EXPECT_NEAR(close.difference / static_cast<double>(gain), 1, 1e-9);
}

TEST(CredalHull, handles_many_classes_and_many_members) {
  for (const auto& [m, k] : {std::pair{50UL, 1000UL}, {5UL, 1000UL}, {300UL, 3UL}}) {
    const MemberSet set = credal::set_of(credal::random_rows(m, k, 1, 7));
    const EntropyBounds bounds = hull_entropy(set);
    EXPECT_LE(maximum_of(set).gap, 1e-10);
    EXPECT_LE(bounds.upper, std::log(static_cast<double>(k)));
    EXPECT_GT(bounds.difference, 0);
  }
}

}  // namespace
