// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "qualm/error.h"
#include "qualm/theory.h"

namespace qualm {
namespace {

using Members = std::vector<std::vector<double>>;

std::vector<double> draw(std::mt19937_64& random, std::size_t n_classes) {
  std::gamma_distribution<double> gamma(.7);
  std::vector<double> p(n_classes);
  double sum = 0;
  for (double& x : p) sum += x = gamma(random);
  for (double& x : p) x /= sum;
  return p;
}

// By the definition, in long double.
long double entropy_of(const std::vector<double>& p, long double q) {
  long double sum = 0;
  for (const double x : p) sum += std::pow(static_cast<long double>(x), q);
  return (1 - sum) / (q - 1);
}

TEST(tsallis, parts_are_those_of_the_definition) {
  std::mt19937_64 random(1);
  for (const double q : {.3, .5, 1.5, 3.0}) {
    const Members members = {draw(random, 5), draw(random, 5), draw(random, 5)};
    const std::vector<double> weights = {.5, .3, .2};
    const detail::PartsOf parts = detail::tsallis_of_members(members, weights, q);
    std::vector<double> mean(5);
    long double aleatoric = 0;
    for (std::size_t m = 0; m < 3; ++m) {
      for (std::size_t k = 0; k < 5; ++k) mean[k] += weights[m] * members[m][k];
      aleatoric += weights[m] * entropy_of(members[m], q);
    }
    const auto total = static_cast<double>(entropy_of(mean, q));
    EXPECT_NEAR(parts.total, total, 1e-13 * total);
    EXPECT_NEAR(parts.aleatoric, static_cast<double>(aleatoric), 1e-13);
    EXPECT_NEAR(parts.epistemic, total - static_cast<double>(aleatoric), 1e-13);
  }
}

TEST(tsallis, of_order_two_is_the_variance_measure) {
  std::mt19937_64 random(2);
  std::vector<double> values;
  for (std::size_t i = 0; i < 20 * 4; ++i) {
    for (const double x : draw(random, 6)) values.push_back(x);
  }
  const Predictions predictions(contiguous_view(std::span(values), {20, 4, 6}), {});
  MeasureOptions options;
  options.families = {FamilyId::variance, FamilyId::tsallis};
  options.tsallis_order = 2;
  for (const bool normalized : {false, true}) {
    options.normalized = normalized;
    const Measures measures = measure(predictions, options);
    for (std::size_t i = 0; i < 20; ++i) {
      for (const Part part : all_parts) {
        const double wanted = get(measures.families[0].parts, part)[i];
        EXPECT_NEAR(get(measures.families[1].parts, part)[i], wanted, 1e-12 * wanted);
      }
    }
  }
}

TEST(tsallis, epistemic_is_zero_for_equal_members_and_exact_for_close_ones) {
  const std::vector<double> p = {.2, .3, .5}, weights = {.5, .5};
  EXPECT_EQ(detail::tsallis_of_members(Members{p, p}, weights, 1.5).epistemic, 0);
  const double d = 1e-6;
  const Members close = {{.2 + d, .3 - d, .5}, {.2 - d, .3 + d, .5}};
  // q/2 sum m^(q-2) d^2 to leading order.
  const double wanted = .75 * d * d * (std::pow(.2, -.5) + std::pow(.3, -.5));
  EXPECT_NEAR(detail::tsallis_of_members(close, weights, 1.5).epistemic, wanted, 1e-9 * wanted);
}

TEST(tsallis, of_a_dirichlet_agrees_with_closed_forms) {
  const std::vector<double> alpha = {2, 3, 5};
  // q = 2 is the variance measure.
  const detail::PartsOf two = detail::dirichlet_tsallis(alpha, 2);
  const detail::PartsOf variance = detail::dirichlet_variance(alpha, {}, {});
  EXPECT_NEAR(two.aleatoric, variance.aleatoric, 1e-12);
  EXPECT_NEAR(two.epistemic, variance.epistemic, 1e-12);
  // q = 3 by E Theta^3 = a (a+1) (a+2) / (s (s+1) (s+2)).
  double left = 1, of_mean = 1;
  for (const double a : alpha) {
    left -= a * (a + 1) * (a + 2) / (10. * 11 * 12);
    of_mean -= std::pow(a / 10, 3);
  }
  const detail::PartsOf three = detail::dirichlet_tsallis(alpha, 3);
  EXPECT_NEAR(three.aleatoric, left / 2, 1e-12);
  EXPECT_NEAR(three.epistemic, (of_mean - left) / 2, 1e-11);
  // Nearly a point: EU is a small difference of large numbers, yet right to leading order.
  const std::vector<double> sharp = {2e7, 3e7, 5e7};
  double wanted = 0;
  for (const double m : {.2, .3, .5}) wanted += .75 * std::pow(m, -.5) * m * (1 - m) / 1e8;
  EXPECT_NEAR(detail::dirichlet_tsallis(sharp, 1.5).epistemic, wanted, 1e-6 * wanted);
}

TEST(tsallis, of_the_smallest_concentrations_is_that_of_the_corners) {
  // Nothing but epistemic uncertainty: that of the mean, (1 - 2 * 0.5^q) / (q - 1).
  for (const double a : {1e-300, 1e-320}) {
    const detail::PartsOf parts = detail::dirichlet_tsallis(std::vector{a, a}, 1.5);
    EXPECT_NEAR(parts.epistemic, 2 * (1 - std::sqrt(.5)), 1e-12);
    EXPECT_NEAR(parts.aleatoric, 0, 1e-12);
  }
}

TEST(tsallis, equals_its_scoring_rule) {
  const Atoms atoms{{{.1, .9}, {.6, .4}}, {.25, .75}};
  const PartValues rule = measure_of(tsallis(1.5)).of_atoms(atoms, {});
  const detail::PartsOf parts = detail::tsallis_of_members(atoms.points, atoms.weights, 1.5);
  EXPECT_NEAR(rule.epistemic, parts.epistemic, 1e-14);
  EXPECT_NEAR(rule.total, parts.total, 1e-14);
}

TEST(tsallis, orders_that_are_none_are_refused) {
  for (const char* const name : {"tsallis", "tsallis:", "tsallis:x", "tsallis:1", "tsallis:0",
                                 "tsallis:-1", "tsallis:inf"}) {
    EXPECT_THROW(static_cast<void>(tsallis_order_of(name)), Error) << name;
  }
  EXPECT_FALSE(tsallis_order_of("entropy"));
  EXPECT_EQ(tsallis_order_of("tsallis:1.5"), 1.5);
}

}  // namespace
}  // namespace qualm
