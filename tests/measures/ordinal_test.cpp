// SPDX-License-Identifier: Apache-2.0
// Families for classes with an order.
#include "measures/ordinal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/ensembles.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

const char* const ordinal_names[] = {"ordinal-variance", "ordinal-entropy", "ordinal-absolute",
                                     "integer-variance"};

struct Ask {
  std::vector<std::size_t> shape;
  Input input = Input::probs;
  bool normalized = false;
};

PartValues measured(const Measure& by, const std::vector<double>& values, const Ask& ask) {
  PredictionOptions how;
  how.input = ask.input;
  MeasureOptions options;
  options.measures = {by};
  options.log_base = LogBase::e;
  options.ordered = true;
  options.normalized = ask.normalized;
  const Measures result =
      measure(Predictions(contiguous_view(std::span(values), ask.shape), how), options);
  const Parts& parts = result.families[0].parts;
  return {parts.total[0], parts.aleatoric[0], parts.epistemic[0]};
}

PartValues of_dirichlet(const Measure& by, const std::vector<double>& alpha) {
  return measured(by, alpha, {{1, alpha.size()}, Input::dirichlet});
}

void expect_near(const PartValues& got, const PartValues& wanted, double error) {
  EXPECT_NEAR(got.total, wanted.total, error);
  EXPECT_NEAR(got.aleatoric, wanted.aleatoric, error);
  EXPECT_NEAR(got.epistemic, wanted.epistemic, error);
}

// Worked out by hand: F of the members are (.7, .9), (.4, .9), (.1, .4), of their mean (.4, 11/15).
TEST(Ordinal, has_the_values_of_three_members) {
  const std::vector<double> p = {.7, .2, .1, .4, .5, .1, .1, .3, .6};
  const Ask ask{{1, 3, 3}};
  expect_near(measured("ordinal-variance", p, ask), {.435556, .32, .115556}, 5e-7);
  expect_near(measured("ordinal-entropy", p, ask), {1.252927, .977379, .275548}, 5e-7);
  expect_near(measured("ordinal-absolute", p, ask), {10. / 15, 7. / 15, .2}, 1e-15);
  expect_near(measured("integer-variance", p, ask), {.648889, .433333, .215556}, 5e-7);
}

TEST(Ordinal, of_opposite_ends_is_greater_than_of_the_uniform) {
  const std::vector<double> ends = {.5, 0, .5}, uniform = {1. / 3, 1. / 3, 1. / 3};
  const Ask ask{{1, 1, 3}};
  EXPECT_NEAR(measured("ordinal-variance", ends, ask).total, .5, 1e-15);
  EXPECT_NEAR(measured("ordinal-variance", uniform, ask).total, .444444, 5e-7);
  EXPECT_NEAR(measured("ordinal-entropy", ends, ask).total, 1.386294, 5e-7);
  EXPECT_NEAR(measured("ordinal-entropy", uniform, ask).total, 1.273028, 5e-7);
}

TEST(Ordinal, of_two_classes_is_the_family_without_an_order) {
  struct Twin {
    const char *ordinal, *plain;
    double share;
  };
  for (const Twin twin :
       {Twin{"ordinal-variance", "variance", .5}, Twin{"ordinal-entropy", "entropy", 1},
        Twin{"ordinal-absolute", "zero-one", 1}, Twin{"integer-variance", "variance", .5}}) {
    SCOPED_TRACE(twin.ordinal);
    const auto times_share = [&](const PartValues& of) {
      return PartValues{of.total * twin.share, of.aleatoric * twin.share,
                        of.epistemic * twin.share};
    };
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto p = ensembles::random_probabilities<double>({1, 5, 2}, .5, 1, seed);
      const Ask ask{{1, 5, 2}};
      expect_near(measured(twin.ordinal, p, ask), times_share(measured(twin.plain, p, ask)), 1e-14);
    }
    for (const std::vector<double>& alpha :
         {std::vector{1., 1.}, {2., 7.}, {1e-8, 3.}, {1e8, 1e8}, {.3, 1e-8}}) {
      expect_near(of_dirichlet(twin.ordinal, alpha), times_share(of_dirichlet(twin.plain, alpha)),
                  1e-14);
    }
  }
}

TEST(Ordinal, does_not_see_from_which_end_classes_are_counted) {
  for (const char* const name : ordinal_names) {
    const auto p = ensembles::random_probabilities<double>({1, 5, 6}, .5, 1, 3);
    std::vector<double> turned = p;
    for (auto row = turned.begin(); row != turned.end(); row += 6) std::reverse(row, row + 6);
    expect_near(measured(name, turned, {{1, 5, 6}}), measured(name, p, {{1, 5, 6}}), 1e-14);
    expect_near(of_dirichlet(name, {5, 1, .2, 9}), of_dirichlet(name, {9, .2, 1, 5}), 1e-14);
  }
}

TEST(Ordinal, moving_probability_to_a_neighbour_counts_less_than_to_the_far_end) {
  for (const char* const name : ordinal_names) {
    const std::vector<double> near = {1, 0, 0, 0, 0, 1, 0, 0}, far = {1, 0, 0, 0, 0, 0, 0, 1};
    EXPECT_LT(measured(name, near, {{1, 2, 4}}).epistemic,
              measured(name, far, {{1, 2, 4}}).epistemic);
  }
  const std::vector<double> near = {1, 0, 0, 0, 0, 1, 0, 0}, far = {1, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(measured("variance", near, {{1, 2, 4}}).epistemic,
            measured("variance", far, {{1, 2, 4}}).epistemic);
}

TEST(Ordinal, is_normalized_by_half_at_either_end) {
  for (const char* const name : ordinal_names) {
    for (const std::size_t k : {2UL, 3UL, 10UL, 33UL}) {
      std::vector<double> ends(k, 0.0);
      ends.front() = ends.back() = .5;
      EXPECT_NEAR(measured(name, ends, {{1, 1, k}, Input::probs, true}).total, 1, 1e-12) << name;
      for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto p = ensembles::random_probabilities<double>({1, 1, k}, .2, 1, seed);
        EXPECT_LE(measured(name, p, {{1, 1, k}, Input::probs, true}).total, 1) << name;
      }
    }
  }
}

TEST(Ordinal, certain_members_have_nothing_aleatoric_and_differ_by_their_distance) {
  const std::vector<double> votes = {0, 3};
  PredictionOptions how;
  how.input = Input::votes;
  how.n_classes = 5;
  MeasureOptions options;
  options.measures.assign(std::begin(ordinal_names), std::end(ordinal_names));
  options.ordered = true;
  const Measures result =
      measure(Predictions(contiguous_view(std::span(votes), {1, 2}), how), options);
  const double wanted[] = {.75, 3, 1.5, 2.25};
  for (std::size_t f = 0; f < 4; ++f) {
    EXPECT_EQ(result.families[f].parts.aleatoric[0], 0) << ordinal_names[f];
    EXPECT_NEAR(result.families[f].parts.epistemic[0], wanted[f], 1e-15) << ordinal_names[f];
  }
}

TEST(Ordinal, keeps_the_digits_of_confident_members) {
  const double tiny = 1e-30;
  const std::vector<double> p = {1, tiny, 0, 1, 0, 2 * tiny};
  const Ask ask{{1, 2, 3}};
  EXPECT_NEAR(measured("ordinal-variance", p, ask).aleatoric / tiny, 2.5, 1e-14);
  EXPECT_NEAR(measured("integer-variance", p, ask).aleatoric / tiny, 4.5, 1e-14);
  EXPECT_NEAR(measured("ordinal-absolute", p, ask).aleatoric / tiny, 2.5, 1e-14);
  EXPECT_NEAR(measured("ordinal-variance", p, ask).epistemic / (tiny * tiny), 1.25, 1e-14);
  EXPECT_NEAR(measured("integer-variance", p, ask).epistemic / (tiny * tiny), 2.25, 1e-14);
}

TEST(Ordinal, needs_classes_that_are_said_to_have_an_order) {
  const std::vector<double> p = {.2, .8};
  MeasureOptions options;
  options.measures = {"ordinal-variance"};
  const Predictions predictions(contiguous_view(std::span(p), {1, 1, 2}), {});
  expect_error(ErrorKind::usage, {"ordinal-variance", "ordered"},
               [&] { static_cast<void>(measure(predictions, options)); });
}

}  // namespace
}  // namespace qualm
