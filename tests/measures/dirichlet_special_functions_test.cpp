// SPDX-License-Identifier: Apache-2.0
// The functions below the Dirichlet forms, against Boost.Math in long double where that is good.
#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

#include "measures/dirichlet_groups.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

using Real = long double;

void expect_close(double value, Real reference, double relative) {
  EXPECT_NEAR(value, static_cast<double>(reference),
              relative * std::abs(static_cast<double>(reference)));
}

TEST(SpecialFunctions, log1p_minus_keeps_its_digits_near_zero) {
  for (const double x : {-0.99, -0.5, -0.49, -1e-3, 1e-3, 0.49, 0.5, 3.0}) {
    expect_close(log1p_minus(x), std::log1p(Real{x}) - Real{x}, 2e-13);
  }
  expect_close(log1p_minus(1e-9), -5e-19L + 1e-27L / 3, 1e-15);
  EXPECT_EQ(log1p_minus(0), 0);
}

TEST(SpecialFunctions, stirling_error_completes_the_formula) {
  for (const double a : {1e-3, 0.7, 3.0, 9.99, 10.01, 50.0}) {
    const Real formula = (a - 0.5L) * std::log(Real{a}) - a + std::log(2 * std::acos(-1.0L)) / 2;
    EXPECT_NEAR(stirling_error(a), static_cast<double>(std::lgamma(Real{a}) - formula), 1e-14);
  }
  expect_close(stirling_error(1e8), 1 / 12e8L, 1e-15);
}

TEST(SpecialFunctions, digamma_differences_agree_with_digamma) {
  const auto g = [](Real x) { return boost::math::digamma(x + 1) - std::log(x); };
  for (const double a : {0.01, 0.5, 1.0, 7.3, 15.9, 16.1, 300.0}) {
    for (const double d : {0.1, 1.0, 12.0, 5000.0}) {
      const Real from = Real{a} + 1;
      expect_close(digamma_increment(a + 1, d),
                   boost::math::digamma(from + d) - boost::math::digamma(from), 1e-13);
      expect_close(digamma_excess_drop(a, d), g(a) - g(Real{a} + d), 1e-12);
    }
  }
}

TEST(SpecialFunctions, digamma_differences_keep_their_digits_for_tiny_steps) {
  // psi'(1) = pi^2 / 6, and -g'(1) = 1 - psi'(2) = 2 - pi^2 / 6.
  const Real trigamma = std::acos(-1.0L) * std::acos(-1.0L) / 6;
  expect_close(digamma_increment(1, 1e-20), trigamma * 1e-20L, 1e-14);
  expect_close(digamma_excess_drop(1, 1e-20), (2 - trigamma) * 1e-20L, 1e-14);
  expect_close(digamma_excess_drop(1e12, 1e12), 0.25e-12L, 1e-12);
}

TEST(SpecialFunctions, gamma_tails_agree_on_both_sides_of_every_seam) {
  for (const double a : {1e-8, 0.01, 0.9, 1.0, 30.0, 199.0, 200.0, 213.4, 900.0}) {
    for (const double ratio : {1e-3, 0.3, 0.35, 0.6, 0.9, 0.99, 1.0, 1.01, 1.2, 2.3, 2.4, 4.0}) {
      const double x = a < 1 ? ratio : a * ratio;
      const GammaTails tails = gamma_tails(a, x);
      expect_close(tails.lower, boost::math::gamma_p(Real{a}, Real{x}), 1e-12);
      expect_close(tails.upper, boost::math::gamma_q(Real{a}, Real{x}), 1e-12);
    }
  }
}

TEST(SpecialFunctions, beta_tails_and_density_agree) {
  for (const double a : {1e-3, 0.4, 1.0, 20.0, 700.0}) {
    for (const double b : {1e-3, 0.4, 1.0, 20.0, 700.0}) {
      const LogOddsBeta beta(a, b);
      for (const double shift : {-3.0, -0.9, -0.01, 0.0, 0.3, 1.1, 2.0}) {
        const LogOddsBeta::Point point = beta.at(shift);
        const Real odds = Real{a} / Real{b} * std::exp(Real{shift});
        const Real q = odds / (1 + odds);
        EXPECT_NEAR(point.q, static_cast<double>(q), 1e-15);
        EXPECT_NEAR(point.q + point.rest, 1, 1e-15);
        const Real density = boost::math::ibeta_derivative(Real{a}, Real{b}, q) * q * (1 - q);
        expect_close(std::exp(beta.log_density(point)), density, 1e-11);
        expect_close(std::exp(beta.lower_tail(point).log_value),
                     boost::math::ibeta(Real{a}, Real{b}, q), 1e-11);
        expect_close(std::exp(beta.upper_tail(point).log_value),
                     boost::math::ibetac(Real{a}, Real{b}, q), 1e-11);
      }
    }
  }
}

// One side of each seam is Boost, the other an expansion.
TEST(SpecialFunctions, beta_tails_of_large_parameters_join_on) {
  for (const double shift : {-2.0, -0.3, 0.0, 0.1, 1.5}) {
    for (const double other : {1.0, 3.0}) {
      const auto lower = [&](double a, double b) {
        const LogOddsBeta beta(a, b);
        const double spread = std::sqrt(1 / a + 1 / b);
        return std::exp(beta.lower_tail(beta.at(shift * spread)).log_value);
      };
      EXPECT_NEAR(lower(1e5 * 0.9999, 1e5 * other), lower(1e5 * 1.0001, 1e5 * other), 1e-6);
      EXPECT_NEAR(lower(other, 1e10 * 0.9999), lower(other, 1e10 * 1.0001), 1e-8);
      EXPECT_NEAR(lower(1e10 * 0.9999, other), lower(1e10 * 1.0001, other), 1e-8);
    }
  }
}

TEST(AlphaGroups, few_groups_stand_for_many_classes) {
  std::vector<double> alpha = {20};
  for (int k = 1; k <= 500; ++k) alpha.push_back(0.001 + 12 * std::pow(k / 500.0, 3));
  const SortedAlpha sorted = sort_alpha(alpha);
  const std::vector<AlphaGroup> groups = compressed(sorted);
  EXPECT_LT(groups.size(), 200U);
  for (const double x : {1e-6, 0.1, 1.0, 5.0, 20.0, 40.0}) {
    double direct = 0;
    double by_groups = 0;
    for (std::size_t k = 1; k < alpha.size(); ++k) direct += gamma_tails(alpha[k], x).upper;
    for (const AlphaGroup& g : groups) by_groups += g.count * gamma_tails(g.alpha, x).upper;
    EXPECT_NEAR(by_groups, direct, 1e-12 * direct);
  }
}

TEST(AlphaGroups, equal_concentrations_are_taken_together_but_for_the_first) {
  const SortedAlpha sorted = sort_alpha(std::vector<double>{1, 3, 1, 3, 1});
  EXPECT_EQ(sorted.sum, 9);
  EXPECT_EQ(sorted.first.alpha, 3);
  EXPECT_EQ(sorted.first.others, 6);
  ASSERT_EQ(sorted.others.size(), 2U);
  EXPECT_EQ(sorted.others[0].alpha, 3);
  EXPECT_EQ(sorted.others[0].count, 1);
  EXPECT_EQ(sorted.others[1].alpha, 1);
  EXPECT_EQ(sorted.others[1].count, 3);
  EXPECT_EQ(sorted.others[1].others, 8);
}

}  // namespace
}  // namespace qualm::detail
