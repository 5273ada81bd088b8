// SPDX-License-Identifier: Apache-2.0
#include "qualm/theory/scoring_rules.h"

#include <gtest/gtest.h>

#include "qualm/random.h"
#include "qualm/theory/axioms.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

Atoms random_atoms(std::uint64_t seed) {
  Random random(seed);
  const std::size_t n_classes = 2 + random.below(4);
  Atoms atoms;
  double weight_sum = 0;
  for (std::size_t i = 0; i < 1 + random.below(5); ++i) {
    std::vector<double> point(n_classes);
    double sum = 0;
    for (double& entry : point) sum += entry = random.gamma(0.5);
    for (double& entry : point) entry /= sum;
    atoms.points.push_back(point);
    atoms.weights.push_back(0.1 + random.uniform());
    weight_sum += atoms.weights.back();
  }
  for (double& weight : atoms.weights) weight /= weight_sum;
  return atoms;
}

void expect_same(const UncertaintyMeasure& a, const UncertaintyMeasure& b, double factor,
                 double tolerance) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Atoms atoms = random_atoms(seed);
    const std::vector<double> ones(atoms.n_classes(), 1.0);
    const PartValues x = a.of_atoms(atoms, ones), y = b.of_atoms(atoms, ones);
    for (const Part part : all_parts) {
      EXPECT_NEAR(get(x, part) * factor, get(y, part), tolerance)
          << a.name << " " << name(part) << ", seed " << seed;
    }
  }
}

TEST(scoring_rules, the_named_ones_are_our_families) {
  constexpr double bits = 1.4426950408889634;
  expect_same(measure_of(find_scoring_rule("log")), measure_of(FamilyId::entropy), bits, 1e-12);
  expect_same(measure_of(find_scoring_rule("brier")), measure_of(FamilyId::variance), 1, 1e-12);
  expect_same(measure_of(find_scoring_rule("spherical")), measure_of(FamilyId::spherical), 1,
              1e-12);
  expect_same(measure_of(find_scoring_rule("zero-one")), measure_of(FamilyId::zero_one), 1, 1e-12);
}

TEST(scoring_rules, tsallis_goes_from_log_to_brier) {
  expect_same(measure_of(tsallis(2)), measure_of(find_scoring_rule("brier")), 1, 1e-12);
  expect_same(measure_of(tsallis(1 + 1e-6)), measure_of(find_scoring_rule("log")), 1, 1e-4);
}

TEST(scoring_rules, epistemic_is_the_difference_of_the_entropies) {
  for (const double q : {0.5, 1.5, 3.0}) {
    ScoringRule only_entropy = tsallis(q);
    only_entropy.divergence = {};
    expect_same(measure_of(tsallis(q)), measure_of(only_entropy), 1, 1e-12);
  }
}

TEST(scoring_rules, epistemic_keeps_its_digits_where_members_nearly_agree) {
  Atoms atoms{{{0.3, 0.7}, {0.3 + 1e-6, 0.7 - 1e-6}}, {0.5, 0.5}};
  const double expected = 2 * 0.25e-12;  // the Brier form, which q = 2 has exactly
  EXPECT_NEAR(measure_of(tsallis(2)).of_atoms(atoms, {}).epistemic, expected, 1e-9 * expected);
}

TEST(scoring_rules, the_power_family_is_checked_like_all_others) {
  AxiomOptions options;
  options.n_cases = 1200;
  const UncertaintyMeasure measure = measure_of(tsallis(1.5));
  for (const std::string_view id : {"A0", "A1", "A6"}) {
    EXPECT_EQ(check_axiom(measure, id, options).verdict, Verdict::holds) << id;
  }
  EXPECT_EQ(check_axiom(measure, "A5", options).verdict, Verdict::violated);
  EXPECT_EQ(check_axiom(measure_of(tsallis(2)), "A5", options).verdict, Verdict::holds);
}

TEST(scoring_rules, a_name_that_is_none_is_refused) {
  expect_error(ErrorKind::usage, {"choose from log, brier"},
               [] { static_cast<void>(find_scoring_rule("logg")); });
  expect_error(ErrorKind::usage, {"write the order as a number"},
               [] { static_cast<void>(find_scoring_rule("tsallis:x")); });
  expect_error(ErrorKind::usage, {"above 0 and not 1"},
               [] { static_cast<void>(find_scoring_rule("tsallis:1")); });
}

}  // namespace
}  // namespace qualm
