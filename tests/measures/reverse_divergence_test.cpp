// SPDX-License-Identifier: Apache-2.0
// Members against their mean, the mean against its members, members against each other.
#include "measures/reverse_divergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "support/ensembles.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

struct Grid {
  PartValues parts;
  double reverse, pairwise;
};

FamilyResult measured(const Measure& by, const std::vector<double>& values,
                      const std::vector<std::size_t>& shape, std::vector<std::string> extras,
                      const PredictionOptions& how = {}) {
  MeasureOptions options;
  options.measures = {by};
  options.log_base = LogBase::e;
  options.ordered = true;
  options.extras = std::move(extras);
  return measure(Predictions(contiguous_view(std::span(values), shape), how), options).families[0];
}

Grid grid(const Measure& by, const std::vector<double>& values, std::size_t n_members,
          const PredictionOptions& how = {}) {
  const std::size_t n_classes = values.size() / n_members;
  const bool is_dirichlet = how.input == Input::dirichlet;
  const std::vector<std::size_t> shape = is_dirichlet
                                             ? std::vector{std::size_t{1}, n_classes}
                                             : std::vector{std::size_t{1}, n_members, n_classes};
  const FamilyResult got = measured(by, values, shape, {"reverse", "pairwise"}, how);
  return {{got.parts.total[0], got.parts.aleatoric[0], got.parts.epistemic[0]},
          got.extras[0].values[0],
          got.extras[1].values[0]};
}

double epistemic(const Measure& by, const std::vector<double>& values, std::size_t n_members,
                 const PredictionOptions& how = {}) {
  return measured(by, values, {1, n_members, values.size() / n_members}, {}, how)
      .parts.epistemic[0];
}

const std::vector<double> three_members = {.7, .2, .1, .4, .5, .1, .1, .3, .6};

std::vector<Measure> scoring_rules() {
  std::vector<Measure> rules;
  for (const Measure& each : all_measures()) {
    if (each.family().extra("pairwise") != nullptr) rules.push_back(each);
  }
  return rules;
}

TEST(ReverseDivergence, of_entropy_has_the_values_of_three_members) {
  const Grid entropy = grid("entropy", three_members, 3);
  EXPECT_NEAR(entropy.parts.epistemic, .204151, 5e-7);
  EXPECT_NEAR(entropy.reverse, .235924, 5e-7);
  EXPECT_NEAR(entropy.pairwise, .440075, 5e-7);
  EXPECT_NEAR(epistemic("reverse-entropy", three_members, 3), .235924, 5e-7);
  EXPECT_NEAR(epistemic("pairwise-entropy", three_members, 3), .440075, 5e-7);
}

TEST(ReverseDivergence, of_variance_is_the_same_both_ways_and_twice_between_members) {
  const Grid variance = grid("variance", three_members, 3);
  EXPECT_NEAR(variance.reverse, variance.parts.epistemic, 1e-15);
  EXPECT_NEAR(variance.pairwise, 2 * variance.parts.epistemic, 1e-15);
}

TEST(ReverseDivergence, is_there_for_every_proper_scoring_rule) {
  std::vector<std::string> names;
  for (const Measure& rule : scoring_rules()) names.push_back(rule.family().name);
  for (const char* const name :
       {"variance", "entropy", "label-entropy", "spherical", "zero-one", "tsallis",
        "ordinal-variance", "ordinal-entropy", "ordinal-absolute", "integer-variance"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  EXPECT_EQ(Measure("wasserstein").family().extra("pairwise"), nullptr);
}

// The definition: every pair of members, each with itself too.
TEST(ReverseDivergence, between_members_is_the_mean_over_all_pairs) {
  constexpr std::size_t n_members = 4, n_classes = 5;
  PredictionOptions weighted;
  weighted.member_weights = {.1, .2, .3, .4};
  for (const Measure& rule : scoring_rules()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto p = ensembles::random_probabilities<double>({1, n_members, n_classes}, 1, 1, seed);
      const auto member = [&](std::size_t m) { return Point(p).subspan(m * n_classes, n_classes); };
      double sum = 0;
      for (std::size_t a = 0; a < n_members; ++a) {
        for (std::size_t b = 0; b < n_members; ++b) {
          std::vector<double> difference;
          for (std::size_t k = 0; k < n_classes; ++k) {
            difference.push_back(member(b)[k] - member(a)[k]);
          }
          sum += weighted.member_weights[a] * weighted.member_weights[b] *
                 rule.family().divergence(member(a), member(b), difference, rule.arguments());
        }
      }
      const Grid got = grid(rule, p, n_members, weighted);
      EXPECT_NEAR(got.pairwise, sum, 1e-12 * sum) << rule.name();
      EXPECT_NEAR(got.pairwise, got.parts.epistemic + got.reverse, 1e-12 * sum) << rule.name();
    }
  }
}

TEST(ReverseDivergence, is_exactly_zero_for_equal_members_and_one_member) {
  const std::vector<double> p = {.1, .7, 0, .2};
  for (const Measure& rule : scoring_rules()) {
    for (const std::size_t n_members : {1UL, 3UL}) {
      std::vector<double> values;
      for (std::size_t m = 0; m < n_members; ++m) values.insert(values.end(), p.begin(), p.end());
      const Grid got = grid(rule, values, n_members);
      EXPECT_EQ(got.reverse, 0) << rule.name();
      EXPECT_EQ(got.pairwise, 0) << rule.name();
    }
  }
}

TEST(ReverseDivergence, is_infinite_where_a_member_excludes_what_another_does_not) {
  const std::vector<double> values = {.5, .5, 0, .25, .5, .25};
  for (const char* const name : {"entropy", "label-entropy", "ordinal-entropy", "tsallis:0.5"}) {
    const Grid got = grid(name, values, 2);
    EXPECT_EQ(got.reverse, HUGE_VAL) << name;
    EXPECT_EQ(got.pairwise, HUGE_VAL) << name;
    EXPECT_TRUE(std::isfinite(got.parts.total)) << name;
  }
  for (const char* const name : {"variance", "spherical", "zero-one", "tsallis:1.5"}) {
    EXPECT_TRUE(std::isfinite(grid(name, values, 2).pairwise)) << name;
  }
  const FamilyResult pairwise = measured("pairwise-entropy", values, {1, 2, 3}, {});
  EXPECT_EQ(pairwise.parts.total[0], HUGE_VAL);
  EXPECT_TRUE(std::isfinite(pairwise.parts.aleatoric[0]));
  EXPECT_EQ(pairwise.parts.epistemic[0], HUGE_VAL);
  EXPECT_EQ(epistemic("reverse-entropy", values, 2), HUGE_VAL);
}

TEST(ReverseDivergence, of_the_least_probabilities_is_large_and_finite) {
  for (const double tiny : {1e-300, 1e-310, 5e-324}) {
    const std::vector<double> values = {1, tiny, .5, .5};
    const double pairwise =
        .25 * (.5 * std::log(.5) + .5 * (std::log(.5) - std::log(tiny)) + std::log(2));
    EXPECT_NEAR(epistemic("pairwise-entropy", values, 2), pairwise, 1e-12 * pairwise) << tiny;
  }
}

TEST(ReverseDivergence, does_not_hear_members_without_weight) {
  const std::vector<double> values = {1, 0, .5, .5, .25, .75};
  PredictionOptions how;
  how.member_weights = {0, 1, 1};
  const std::vector<double> heard = {.5, .5, .25, .75};
  EXPECT_EQ(epistemic("pairwise-entropy", values, 3, how), epistemic("pairwise-entropy", heard, 2));
  EXPECT_EQ(grid("entropy", values, 3, how).reverse, grid("entropy", heard, 2).reverse);
}

TEST(ReverseDivergence, of_tied_classes_does_not_depend_on_their_order) {
  const std::vector<double> first = {.4, .4, .2, .5, .1, .4}, second = {.4, .4, .2, .1, .5, .4};
  const Grid a = grid("zero-one", first, 2), b = grid("zero-one", second, 2);
  EXPECT_EQ(a.reverse, b.reverse);
  EXPECT_NEAR(a.reverse, .25 * (.45 - .25), 1e-15);  // half of the tied member's guesses are wrong
}

// Members rotated, and classes turned round.
TEST(ReverseDivergence, has_the_same_bits_for_any_order_of_members_and_classes) {
  constexpr std::size_t n_members = 6, n_classes = 7;
  const auto p = ensembles::random_probabilities<double>({1, n_members, n_classes}, 1, 1, 4);
  std::vector<double> rotated = p, turned = p;
  std::rotate(rotated.begin(), rotated.begin() + 2 * n_classes, rotated.end());
  for (auto row = turned.begin(); row != turned.end(); row += n_classes) {
    std::reverse(row, row + n_classes);
  }
  for (const Measure& rule : scoring_rules()) {
    const Grid before = grid(rule, p, n_members);
    for (const auto& values : {rotated, turned}) {
      if (rule.family().ordered && values == turned) continue;
      const Grid after = grid(rule, values, n_members);
      EXPECT_EQ(after.reverse, before.reverse) << rule.name();
      EXPECT_EQ(after.pairwise, before.pairwise) << rule.name();
    }
  }
}

TEST(ReverseDivergence, of_a_dirichlet_is_known_for_entropies_and_squares) {
  const std::vector<double> alpha = {2, 3, 5};
  PredictionOptions how;
  how.input = Input::dirichlet;
  const Grid entropy = grid("entropy", alpha, 1, how);
  EXPECT_NEAR(entropy.reverse, .107649, 5e-7);
  EXPECT_NEAR(entropy.pairwise, .2, 1e-15);
  // Each class against the rest, and each threshold, is a Dirichlet of two outcomes.
  EXPECT_NEAR(grid("label-entropy", alpha, 1, how).pairwise, .3, 1e-15);
  EXPECT_NEAR(grid("ordinal-entropy", alpha, 1, how).pairwise, .2, 1e-15);
  for (const char* const name : {"variance", "ordinal-variance", "integer-variance"}) {
    const Grid square = grid(name, alpha, 1, how);
    // Extras come from the definitions, EU from a kernel: the last digit may differ.
    EXPECT_DOUBLE_EQ(square.reverse, square.parts.epistemic) << name;
    EXPECT_DOUBLE_EQ(square.pairwise, 2 * square.parts.epistemic) << name;
  }
  expect_error(ErrorKind::usage, {"spherical.reverse", "no closed form"},
               [&] { static_cast<void>(grid("spherical", alpha, 1, how)); });
}

// Of Theta ~ Beta(a, b), by quadrature over both ends.
template <class Function>
double beta_expectation(double a, double b, const Function& f) {
  boost::math::quadrature::tanh_sinh<long double> integrator;
  const long double scale = boost::math::beta<long double>(a, b);
  const auto density = [&](long double x, long double rest) {
    return std::pow(x, a - 1) * std::pow(rest, b - 1) / scale;
  };
  const auto below = [&](long double x) { return density(x, 1 - x) * f(x, 1 - x); };
  const auto above = [&](long double rest) { return density(1 - rest, rest) * f(1 - rest, rest); };
  return static_cast<double>(integrator.integrate(below, 0.0L, 0.5L) +
                             integrator.integrate(above, 0.0L, 0.5L));
}

TEST(ReverseDivergence, of_a_dirichlet_is_the_expectation_of_the_divergence) {
  PredictionOptions how;
  how.input = Input::dirichlet;
  for (const double q : {0.5, 1.5, 3.0, 20.0}) {
    const Measure measure("tsallis:" + std::to_string(q));
    for (const auto& [a, b] : {std::pair{2.0, 3.0}, {0.7, 0.6}, {1.0, 40.0}, {300.0, 200.0}}) {
      const double mean = a / (a + b);
      const auto term = [q](long double m, long double x) {
        return (std::pow(m, q) - q * m * std::pow(x, q - 1) + (q - 1) * std::pow(x, q)) / (q - 1);
      };
      const double wanted = beta_expectation(a, b, [&](long double x, long double rest) {
        return term(mean, x) + term(1 - mean, rest);
      });
      EXPECT_NEAR(grid(measure, {a, b}, 1, how).reverse / wanted, 1, 1e-9)
          << measure.name() << " " << a << " " << b;
    }
  }
  for (const auto& [a, b] : {std::pair{2.0, 3.0}, {0.7, 0.6}, {1.0, 40.0}, {30.0, 20.0}}) {
    const double mean = a / (a + b);
    const double wanted = beta_expectation(a, b, [&](long double x, long double rest) {
      return (x < rest) == (mean < 1 - mean) ? 0.0L : std::fabs(2 * mean - 1);
    });
    EXPECT_NEAR(grid("ordinal-absolute", {a, b}, 1, how).reverse / wanted, 1, 1e-9)
        << a << " " << b;
  }
}

TEST(ReverseDivergence, of_a_dirichlet_that_nearly_excludes_a_class_is_infinite_below_order_one) {
  PredictionOptions how;
  how.input = Input::dirichlet;
  EXPECT_EQ(grid("tsallis:0.5", {0.5, 2}, 1, how).reverse, HUGE_VAL);
  EXPECT_TRUE(std::isfinite(grid("tsallis:0.5", {0.51, 2}, 1, how).reverse));
  const double large = grid("tsallis:1.5", {1e8, 2e8, 3e8}, 1, how).reverse;
  // Of second order: q m^(q-2) Var / 2 per class.
  double wanted = 0;
  for (const double m : {1 / 6.0, 1 / 3.0, 0.5}) wanted += .75 * std::sqrt(m) * (1 - m) / 6e8;
  EXPECT_NEAR(large / wanted, 1, 1e-7);
}

TEST(ReverseDivergence, is_there_for_a_rule_of_ones_own) {
  Family rule = Measure("spherical").family();
  rule.name = "mine";
  rule.extras.clear();
  rule.kernel.reset();
  const Grid mine = grid(Measure(rule), three_members, 3),
             ours = grid("spherical", three_members, 3);
  EXPECT_EQ(mine.reverse, ours.reverse);
  EXPECT_EQ(mine.pairwise, ours.pairwise);
}

TEST(ReverseDivergence, refuses_class_weights_which_it_would_not_apply) {
  MeasureOptions options;
  options.measures = {"variance"};
  options.class_weights = {1, 2, 1};
  options.extras = {"reverse"};
  const Predictions predictions(contiguous_view(std::span(three_members), {1, 3, 3}), {});
  expect_error(ErrorKind::usage, {"variance.reverse", "class weights"},
               [&] { static_cast<void>(measure(predictions, options)); });
}

TEST(ReverseDivergence, is_measured_only_for_what_asks_for_it) {
  MeasureOptions options;
  options.measures = {"tsallis:1.5", "spherical", "entropy"};
  const Predictions predictions(contiguous_view(std::span(three_members), {1, 3, 3}), {});
  const auto n_extras = [&](std::vector<std::string> extras) {
    options.extras = std::move(extras);
    std::vector<std::size_t> counts;
    for (const FamilyResult& each : measure(predictions, options).families) {
      counts.push_back(each.extras.size());
    }
    return counts;
  };
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(n_extras({}), (Counts{0, 0, 0}));
  EXPECT_EQ(n_extras({"reverse"}), (Counts{1, 1, 1}));
  EXPECT_EQ(n_extras({"tsallis:1.5.reverse", "entropy.pairwise"}), (Counts{1, 0, 1}));
}

TEST(PairwiseEntropy, has_no_maximum_to_be_normalized_by) {
  MeasureOptions options;
  options.measures = {"pairwise-entropy"};
  options.normalized = true;
  const Predictions predictions(contiguous_view(std::span(three_members), {1, 3, 3}), {});
  expect_error(ErrorKind::usage, {"pairwise-entropy", "maximum"},
               [&] { static_cast<void>(measure(predictions, options)); });
}

// Over pairs of different members, as a mean over draws needs no correction.
TEST(PairwiseEntropy, corrected_is_the_mean_over_pairs_of_different_members) {
  MeasureOptions options;
  options.measures = {"pairwise-entropy"};
  options.corrected = true;
  const Predictions predictions(contiguous_view(std::span(three_members), {1, 3, 3}), {});
  double sum = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double p = three_members[3 * a + k], q = three_members[3 * b + k];
        sum += p * std::log2(p / q);
      }
    }
  }
  EXPECT_NEAR(measure(predictions, options).families[0].parts.epistemic[0], sum / 6, 1e-14);
}

TEST(ReverseEntropy, has_no_total_and_no_aleatoric_part) {
  const FamilyResult got = measured("reverse-entropy", three_members, {1, 3, 3}, {});
  EXPECT_TRUE(got.parts.total.empty());
  EXPECT_TRUE(got.parts.aleatoric.empty());
}

}  // namespace
}  // namespace qualm
