// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "measures/dirichlet.h"
#include "measures/tsallis.h"
#include "support/log_gamma.h"

namespace qualm::detail {
namespace {

namespace mp = boost::multiprecision;
using log_gamma::Digits150;
using Digits1300 = mp::number<mp::cpp_bin_float<1300>, mp::et_off>;

// Powers of ten, spread evenly over 1e-reach ... 1e+reach.
std::vector<double> draw_alpha(std::mt19937_64& random, double reach) {
  std::uniform_real_distribution<double> exponent(-reach, reach);
  std::vector<double> alpha(2 + random() % 3);
  for (double& a : alpha) a = std::pow(10, exponent(random));
  return alpha;
}

std::string described(const std::vector<double>& alpha, double q) {
  std::string text = "q = " + std::to_string(q) + ", alpha =";
  for (const double a : alpha) text += " " + testing::PrintToString(a);
  return text;
}

// The parts by their definition, from moments E Theta_k^q that are given to all digits of Real.
template <class Real, class Moment>
void expect_parts_of_moments(const std::vector<double>& alpha, double q, const Moment& moment) {
  const Real order = q;
  Real sum = 0, aleatoric = 1, epistemic = 0;
  for (const double a : alpha) sum += Real(a);
  for (const double a : alpha) {
    const Real of_class = moment(Real(a), sum);
    aleatoric -= of_class;
    epistemic += of_class - mp::pow(Real(a) / sum, order);
  }
  const PartValues parts = dirichlet_tsallis(alpha, q);
  const auto expect_near = [&](double value, const Real& exact) {
    const auto wanted = static_cast<double>(exact / (order - 1));
    EXPECT_NEAR(value, wanted, 1e-9 * wanted + 1e-300) << described(alpha, q);
  };
  expect_near(parts.aleatoric, aleatoric);
  expect_near(parts.epistemic, epistemic);
  EXPECT_EQ(parts.total, parts.aleatoric + parts.epistemic);
}

TEST(dirichlet_tsallis, agrees_with_the_gamma_functions_of_its_definition) {
  std::mt19937_64 random(1);
  for (const double q :
       {.01, .1, .5, .99, .999999, 1 - 1e-12, 1 + 1e-12, 1.01, 1.5, 2.7, 10.3, 31.4, 100.0}) {
    for (const double reach : {1.0, 2.0, 4.0, 10.0}) {
      const std::vector<double> alpha = draw_alpha(random, reach);
      const Digits150 order = q;
      expect_parts_of_moments<Digits150>(
          alpha, q, [&](const Digits150& a, const Digits150& sum) -> Digits150 {
            return log_gamma::moment(a, sum, order);
          });
    }
  }
}

TEST(dirichlet_tsallis, of_whole_orders_agrees_with_rising_factorials_at_any_concentration) {
  std::mt19937_64 random(2);
  for (const int q : {2, 3, 5, 17, 100}) {
    for (const double reach : {1.0, 3.0, 30.0, 300.0, 300.0, 300.0}) {
      const std::vector<double> alpha = draw_alpha(random, reach);
      expect_parts_of_moments<Digits1300>(
          alpha, q, [&](const Digits1300& a, const Digits1300& sum) -> Digits1300 {
            Digits1300 above = 1, below = 1;
            for (int i = 0; i < q; ++i) {
              above *= a + i;
              below *= sum + i;
            }
            return above / below;
          });
    }
  }
}

// By mpmath at 1500 digits, with a = [mpf(x) for x in alpha], s = sum(a), q = mpf(order):
// E = [exp(loggamma(x+q) - loggamma(x) - loggamma(s+q) + loggamma(s)) for x in a]
// AU = (1 - sum(E))/(q-1);  EU = sum(e - (x/s)**q for e, x in zip(E, a))/(q-1)
TEST(dirichlet_tsallis, keeps_its_digits_at_the_ends_of_the_range) {
  struct Row {
    std::vector<double> alpha;
    double q, aleatoric, epistemic;
  };
  const std::vector<Row> rows = {
      {{1e-300, 1e300}, .01, 1.0043695466580868e-301, 1.0101010101010098e-6},
      {{1e-300, 1e300}, .5, 0, 2.0e-300},
      {{1e-300, 1e-300, 1e-300}, .999999, 3.289870537812424e-300, 1.0986128921428111},
      {{1e-300, 1e-200}, 1.5, 2.4548225555204376e-300, 3.0000000000000001e-100},
      {{1e300, 1e-300}, 1.5, 0, 0},
      {{1e300, 3e299, 1}, .7, 0.63501501862891671, 2.5344312397231326e-211},
      {{1e300, 1e299}, 2.5, 0.13968170650613226, 1.1786006140339556e-301},
      {{1e100, 1e-250, 1e-3}, .1, 1.0467510180958125e-12, 5.4640719384934368e-11},
      {{1e8, 1e-6}, 1.5, 2.9998227470067601e-14, 1.7705299320229108e-18},
      {{1e8, 1e-6}, 99.5, 1.0101517867637801e-14, 4.9749967164974378e-21},
      {{1e-150, 2e-150, 1e-100}, 1.000001, 9.8695971887544342e-150, 3.4698174734650837e-48},
      {{1e200, 1e190, 1e-200}, 1.01, 2.1567176525444065e-9, 4.0113575850563381e-201},
      {{1e-20, 1e20, 1e-300}, .05, 2.0494826643426851e-20, 0.010526315789473787},
      {{1e-300, 1e300, 5}, .9, 4.2195913005459135e-269, 3.7108312057945096e-271},
  };
  for (const Row& row : rows) {
    const PartValues parts = dirichlet_tsallis(row.alpha, row.q);
    EXPECT_NEAR(parts.aleatoric, row.aleatoric, 1e-9 * row.aleatoric + 1e-310)
        << described(row.alpha, row.q);
    EXPECT_NEAR(parts.epistemic, row.epistemic, 1e-9 * row.epistemic + 1e-310)
        << described(row.alpha, row.q);
  }
}

TEST(dirichlet_tsallis, tends_to_the_entropy_in_nats) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> alpha = draw_alpha(random, 8);
    const PartValues entropy = dirichlet_entropy(alpha);
    for (const double q : {1 - 1e-12, 1 + 1e-12, 1 + 0x1p-52, 1 - 0x1p-53}) {
      const PartValues parts = dirichlet_tsallis(alpha, q);
      EXPECT_NEAR(parts.aleatoric, entropy.aleatoric, 1e-10 * entropy.aleatoric);
      EXPECT_NEAR(parts.epistemic, entropy.epistemic, 1e-10 * entropy.epistemic);
    }
  }
}

TEST(dirichlet_tsallis, of_order_two_is_the_variance_measure) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> alpha = draw_alpha(random, 8);
    const PartValues variance = dirichlet_variance(alpha, {}, {});
    const PartValues parts = dirichlet_tsallis(alpha, 2);
    EXPECT_NEAR(parts.aleatoric, variance.aleatoric, 1e-12 * variance.aleatoric);
    EXPECT_NEAR(parts.epistemic, variance.epistemic, 1e-12 * variance.epistemic);
  }
}

TEST(dirichlet_tsallis, of_the_smallest_concentrations_is_that_of_the_corners) {
  // Nothing but epistemic uncertainty: that of the mean, (1 - 2 * 0.5^q) / (q - 1).
  for (const double a : {1e-300, 1e-320}) {
    const PartValues parts = dirichlet_tsallis(std::vector{a, a}, 1.5);
    EXPECT_NEAR(parts.epistemic, 2 * (1 - std::sqrt(.5)), 1e-12);
    EXPECT_NEAR(parts.aleatoric, 0, 1e-12);
  }
}

TEST(dirichlet_tsallis, is_finite_and_not_negative_for_any_positive_concentration) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double greatest = std::numeric_limits<double>::max();
  for (const double q : {.01, .5, 1 - 1e-12, 1 + 1e-12, 1.5, 2.0, 100.0}) {
    for (const double a : {least, 1e-300, 1.0, 1e300, greatest}) {
      for (const double b : {least, 1e-310, 1e-20, 1e160, greatest}) {
        const std::vector<double> alpha = {a, b, b};
        const PartValues parts = dirichlet_tsallis(alpha, q);
        EXPECT_TRUE(std::isfinite(parts.total)) << described(alpha, q);
        EXPECT_GE(parts.aleatoric, 0) << described(alpha, q);
        EXPECT_GE(parts.epistemic, 0) << described(alpha, q);
      }
    }
  }
}

TEST(dirichlet_tsallis, does_not_depend_on_the_order_of_the_classes) {
  std::mt19937_64 random(5);
  for (const double q : {.3, 1.5, 20.0}) {
    std::vector<double> alpha = {3, .1, .1, 1e6, .1, 3, 2e-9};
    const PartValues before = dirichlet_tsallis(alpha, q);
    std::shuffle(alpha.begin(), alpha.end(), random);
    const PartValues after = dirichlet_tsallis(alpha, q);
    EXPECT_EQ(before.aleatoric, after.aleatoric);
    EXPECT_EQ(before.epistemic, after.epistemic);
  }
}

}  // namespace
}  // namespace qualm::detail
