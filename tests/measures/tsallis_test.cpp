// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
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

namespace mp = boost::multiprecision;
using Exact = mp::number<mp::cpp_bin_float<150>, mp::et_off>;

constexpr std::array orders = {.01,  .1,  .5,  .99, .999999, 1 - 1e-12, 1 + 1e-12,
                               1.01, 1.5, 2.0, 3.0, 31.4,    100.0};

// Probabilities at the edges: zeros, tiny ones, and one that is nearly 1.
std::vector<double> draw_edge(std::mt19937_64& random) {
  std::uniform_real_distribution<double> exponent(-40, 0);
  std::vector<double> p = {0, 0, 0, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto choice = random() % 8;
    if (choice == 1) p[k] = 1e-300;
    if (choice > 1) p[k] = std::pow(10, exponent(random)) / 4;
    p[3] -= p[k];
  }
  std::shuffle(p.begin(), p.end(), random);
  return p;
}

// Members near each other: by a relative 10^-exponent.
std::vector<double> moved(std::vector<double> p, std::mt19937_64& random, double exponent) {
  std::uniform_real_distribution<double> by(-1, 1);
  for (double& x : p) x += x * by(random) * std::pow(10, -exponent);
  return p;
}

Exact exact_power_difference(double p, double q) {
  return (Exact(p) - mp::pow(Exact(p), Exact(q))) / (Exact(q) - 1);
}

double tsallis_of(const std::vector<double>& p, double q) {
  std::vector<double> rest;
  for (const double x : p) rest.push_back(1 - x);
  return detail::tsallis_entropy(p, rest, q);
}

TEST(tsallis, entropy_agrees_with_its_definition) {
  std::mt19937_64 random(3);
  for (const double q : orders) {
    for (int i = 0; i < 20; ++i) {
      const std::vector<double> p = i == 0 ? std::vector{1 - 1e-18, 1e-18} : draw_edge(random);
      Exact sum = 0;
      for (const double x : p) sum += x == 0 ? Exact(0) : exact_power_difference(x, q);
      const auto wanted = static_cast<double>(sum);
      EXPECT_NEAR(tsallis_of(p, q), wanted, 1e-10 * wanted)
          << q << " " << testing::PrintToString(p);
    }
  }
}

// The mean of members, and how far each is from it, rounded once.
struct Spread {
  std::vector<Exact> exact_mean;
  std::vector<double> mean;
  Members differences;
  Spread(const Members& members, const std::vector<double>& weights)
      : exact_mean(members[0].size()), differences(members) {
    for (std::size_t k = 0; k < exact_mean.size(); ++k) {
      for (std::size_t m = 0; m < members.size(); ++m) {
        exact_mean[k] += Exact(weights[m]) * Exact(members[m][k]);
      }
      mean.push_back(static_cast<double>(exact_mean[k]));
      for (std::vector<double>& p : differences) {
        p[k] = static_cast<double>(Exact(p[k]) - exact_mean[k]);
      }
    }
  }
};

void expect_divergences_of_definition(const Members& members, const std::vector<double>& weights,
                                      double q) {
  const Spread spread(members, weights);
  const Exact order = q;
  for (std::size_t m = 0; m < members.size(); ++m) {
    Exact sum = 0;
    for (std::size_t k = 0; k < spread.mean.size(); ++k) {
      const Exact& mean = spread.exact_mean[k];
      if (mean == 0) continue;
      const Exact p = members[m][k];
      const Exact power = p == 0 ? Exact(0) : mp::pow(p, order);
      const Exact below = mp::pow(mean, order - 1);
      sum += (power - below * mean - order * below * (p - mean)) / (order - 1);
    }
    const auto wanted = static_cast<double>(sum);
    const double value =
        detail::tsallis_divergence(spread.mean, members[m], spread.differences[m], q);
    EXPECT_NEAR(value, wanted, 1e-10 * wanted + 1e-300)
        << q << " " << testing::PrintToString(members);
  }
}

TEST(tsallis, divergence_agrees_with_its_definition_at_the_edges) {
  std::mt19937_64 random(4);
  for (const double q : orders) {
    for (int i = 0; i < 5; ++i) {
      const Members members = {draw_edge(random), draw_edge(random), draw_edge(random)};
      expect_divergences_of_definition(members, {.5, .25, .25}, q);
      expect_divergences_of_definition(members, {1 - 0x1p-50, 0x1p-51, 0x1p-51}, q);
    }
  }
}

TEST(tsallis, divergence_agrees_with_its_definition_for_close_members) {
  std::mt19937_64 random(5);
  for (const double q : orders) {
    for (const double exponent : {.1, .3, .6, 1.0, 2.0, 5.0, 10.0, 15.0}) {
      const std::vector<double> p = draw(random, 4);
      const Members members = {moved(p, random, exponent), moved(p, random, exponent)};
      expect_divergences_of_definition(members, {.5, .5}, q);
    }
  }
}

TEST(tsallis, tends_to_the_entropy_in_nats) {
  const std::vector<double> p = {.2, .3, .5 - 1e-9, 1e-9}, mean = {.1, .4, .5 - 1e-4, 1e-4};
  std::vector<double> difference;
  double entropy = 0, divergence = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    difference.push_back(p[k] - mean[k]);
    entropy -= p[k] * std::log(p[k]);
    divergence += p[k] * std::log(p[k] / mean[k]) - difference[k];
  }
  for (const double q : {1 - 1e-12, 1 + 1e-12, 1 + 0x1p-52, 1 - 0x1p-53}) {
    EXPECT_NEAR(tsallis_of(p, q), entropy, 1e-10 * entropy);
    EXPECT_NEAR(detail::tsallis_divergence(mean, p, difference, q), divergence, 1e-10 * divergence);
  }
}

TEST(tsallis, of_order_two_is_the_sum_of_squares) {
  const std::vector<double> mean = {.25, .5, .25}, p = {.5, .375, .125},
                            close = {0x1p-40, -0x1p-40};
  EXPECT_NEAR(tsallis_of(p, 2), .59375, 1e-15);
  const std::vector<double> difference = {.25, -.125, -.125};
  EXPECT_NEAR(detail::tsallis_divergence(mean, p, difference, 2), .09375, 1e-15);
  const std::vector<double> half = {.5, .5};
  EXPECT_NEAR(detail::tsallis_divergence(half, half, close, 2), 0x1p-79, 1e-14 * 0x1p-79);
}

TEST(tsallis, is_finite_and_not_negative_for_rows_off_one_and_the_least_numbers) {
  const double least = std::numeric_limits<double>::denorm_min();
  for (const double q : orders) {
    for (const std::vector<double>& p :
         {std::vector{1.00390625, 0.0}, {.5, .50390625}, {.99609375, 0.0}, {1 - 0x1p-53, least}}) {
      EXPECT_TRUE(std::isfinite(tsallis_of(p, q))) << q;
      EXPECT_GE(tsallis_of(p, q), 0) << q;
    }
    for (const double mean : {least, 1e-310, 1e-300, 1e-9, .5, 1.0}) {
      for (const double p : {0.0, least, 1e-310, 1e-300, 1e-9, .5, 1.0}) {
        const double value =
            detail::tsallis_divergence(std::array{mean}, std::array{p}, std::array{p - mean}, q);
        EXPECT_TRUE(std::isfinite(value)) << q << " " << mean << " " << p;
        EXPECT_GE(value, 0) << q << " " << mean << " " << p;
      }
    }
  }
}

// By the definition, in long double.
long double entropy_of(const std::vector<double>& p, long double q) {
  long double sum = 0;
  for (const double x : p) sum += std::pow(static_cast<long double>(x), q);
  return (1 - sum) / (q - 1);
}

PartValues parts_of(const std::vector<std::vector<double>>& members,
                    const std::vector<double>& weights, double q) {
  return measure_of("tsallis:" + std::to_string(q)).of_atoms({members, weights}, {});
}

TEST(tsallis, parts_are_those_of_the_definition) {
  std::mt19937_64 random(1);
  for (const double q : {.3, .5, 1.5, 3.0}) {
    const Members members = {draw(random, 5), draw(random, 5), draw(random, 5)};
    const std::vector<double> weights = {.5, .3, .2};
    const PartValues parts = parts_of(members, weights, q);
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
  options.measures = {"variance", "tsallis:2"};
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
  EXPECT_EQ(parts_of(Members{p, p}, weights, 1.5).epistemic, 0);
  const double d = 1e-6;
  const Members close = {{.2 + d, .3 - d, .5}, {.2 - d, .3 + d, .5}};
  // q/2 sum m^(q-2) d^2 to leading order.
  const double wanted = .75 * d * d * (std::pow(.2, -.5) + std::pow(.3, -.5));
  EXPECT_NEAR(parts_of(close, weights, 1.5).epistemic, wanted, 1e-9 * wanted);
}

}  // namespace
}  // namespace qualm
