// SPDX-License-Identifier: Apache-2.0
// The verdicts of the paper, its slips, and what the search makes of wrong measures.
#include "qualm/theory/axioms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/expect_error.h"
#include "support/families.h"

namespace qualm {
namespace {

AxiomOptions quick() {
  AxiomOptions options;
  options.n_cases = 1200;
  return options;
}

AxiomResult check(const qualm::Measure& family, std::string_view axiom,
                  ClassWeights weights = ClassWeights::equal) {
  AxiomOptions options = quick();
  options.class_weights = weights;
  return check_axiom(measure_of(family), axiom, options);
}

Verdict of_part(const AxiomResult& result, Part part) {
  for (const PartVerdict& each : result.parts) {
    if (each.part == part) return each.verdict;
  }
  ADD_FAILURE() << result.axiom << " does not speak of " << name(part);
  return Verdict::violated;
}

TEST(axioms, variance_satisfies_what_theorem_3_1_says) {
  for (const ClassWeights weights : {ClassWeights::equal, ClassWeights::unequal}) {
    for (const std::string_view id : {"A0", "A1", "A5", "A6", "A7", "C3.1"}) {
      EXPECT_EQ(check("variance", id, weights).verdict, Verdict::holds) << id;
    }
    EXPECT_EQ(of_part(check("variance", "A3", weights), Part::epistemic), Verdict::holds);
  }
  EXPECT_EQ(check("variance", "A4").verdict, Verdict::holds);
  EXPECT_EQ(check("variance", "A4", ClassWeights::unequal).verdict, Verdict::violated);
}

TEST(axioms, entropy_violates_A5_and_keeps_A3) {
  EXPECT_EQ(check("entropy", "A5").verdict, Verdict::violated);
  EXPECT_EQ(of_part(check("entropy", "A3"), Part::epistemic), Verdict::holds);
}

// Whose TU is the entropy of the mean.
std::vector<Measure> scoring_rules() {
  std::vector<Measure> measures = all_measures();
  std::erase_if(measures, [](const Measure& each) { return !each.family().entropy; });
  return measures;
}

TEST(axioms, no_spread_raises_total_uncertainty) {
  for (const Measure& measure : scoring_rules()) {
    EXPECT_EQ(of_part(check(measure, "A3"), Part::total), Verdict::weak) << measure.name();
  }
}

TEST(axioms, A2_holds_for_total_and_fails_for_epistemic_uncertainty) {
  for (const Measure& measure : scoring_rules()) {
    const AxiomResult result = check(measure, "A2");
    // Of ordered classes TU is greatest at both ends, not in the middle.
    EXPECT_EQ(of_part(result, Part::total),
              measure.family().ordered ? Verdict::violated : Verdict::holds)
        << measure.name();
    EXPECT_EQ(of_part(result, Part::epistemic), Verdict::violated) << measure.name();
  }
}

TEST(axioms, what_is_proven_is_not_broken_by_the_search) {
  const std::map<std::string, std::vector<std::string>> proven = {
      {"variance", {"A0", "A1", "A3", "A4", "A5", "A6", "A7", "C3.1"}},
      {"entropy", {"A0", "A1", "A3", "A6", "A7"}},
      {"label-entropy", {"A0", "A1", "A3", "A6", "A7"}},
      {"spherical", {"A0", "A1", "A3", "A6"}},
      {"tsallis:0.5", {"A0", "A1", "A3", "A6"}},
      {"tsallis:20", {"A0", "A1", "A3", "A6"}},
      {"zero-one", {"A0", "A3", "A6"}},
      {"wasserstein", {"A0", "A1", "A3", "A5", "A6"}},
      {"pairwise-entropy", {"A0", "A1", "A3", "A6", "A7"}},
      {"reverse-entropy", {"A0", "A1", "A3", "A7"}},
      {"ordinal-variance", {"A0", "A1", "A3", "A5", "A6"}},
      {"ordinal-entropy", {"A0", "A1", "A3", "A6"}},
      {"ordinal-absolute", {"A0", "A3", "A6"}},
      {"integer-variance", {"A0", "A3", "A5", "A6"}},
      {"credal", {"A0", "A1", "A2", "A3", "A6"}},
      {"credal-interval", {"A0", "A1", "A2", "A3", "A6"}}};
  for (const auto& [name, ids] : proven) {
    for (const std::string& id : ids) {
      EXPECT_NE(check(name, id).proof, "") << name << " " << id;
    }
  }
}

AxiomResult check_with(const qualm::Measure& family, std::string_view axiom,
                       const std::vector<double>& own_weights, AxiomOptions options = quick()) {
  options.class_weights = ClassWeights::unequal;
  options.own_weights = own_weights;
  return check_axiom(measure_of(family), axiom, options);
}

std::vector<double> times(double factor, std::vector<double> weights) {
  for (double& weight : weights) weight *= factor;
  return weights;
}

TEST(axioms, no_verdict_depends_on_a_common_factor_of_the_class_weights) {
  const std::vector<std::vector<double>> several = {{1, 1, 1},    {1, 2, 5},          {2, 1},
                                                    {0, 1, 1},    {0, 0, 1},          {1e-5, 1, 1},
                                                    {1e10, 1, 1}, {600, 50, 1, 0.001}};
  AxiomOptions few;
  few.n_cases = 240;
  for (const char* const measure : {"variance", "label-entropy"}) {
    for (const std::vector<double>& weights : several) {
      for (const AxiomInfo& axiom : axioms()) {
        const AxiomResult wanted = check_with(measure, axiom.id, weights, few);
        for (const double factor : {1e-200, 1e-12, 1e-6, 0.001, 3.0, 1e10, 1e80}) {
          const AxiomResult found = check_with(measure, axiom.id, times(factor, weights), few);
          SCOPED_TRACE(std::string(axiom.id) + " of " + measure + ", weights " +
                       testing::PrintToString(times(factor, weights)));
          EXPECT_EQ(found.proof, wanted.proof);
          ASSERT_EQ(found.parts.size(), wanted.parts.size());
          for (std::size_t i = 0; i < found.parts.size(); ++i) {
            EXPECT_EQ(found.parts[i].verdict, wanted.parts[i].verdict);
          }
        }
      }
    }
  }
}

TEST(axioms, rounding_does_not_contradict_a_proof_whatever_the_class_weights) {
  const std::map<std::string, std::vector<std::string>> proven = {
      {"variance", {"A0", "A1", "A3", "A5", "A6", "A7", "C3.1"}},
      {"label-entropy", {"A0", "A1", "A3", "A6", "A7"}}};
  const std::vector<std::vector<double>> several = {
      {1e-6, 1e-6, 1e-6}, {1e-6, 2e-6, 5e-6}, {1e10, 1, 1},  {1e-5, 1, 1},      {1e-12, 1, 1},
      {1e-12, 1e-12, 1},  {1e-4, 2e-5, 3e-5}, {0, 1e-12, 1}, {1e100, 1e-300, 1}};
  for (const auto& [name, ids] : proven) {
    for (const std::string& id : ids) {
      for (const std::vector<double>& weights : several) {
        const AxiomResult result = check_with(name, id, weights);
        SCOPED_TRACE(id + " of " + name + ", weights " + testing::PrintToString(weights));
        EXPECT_NE(result.proof, "");
        for (const PartVerdict& part : result.parts) {
          const bool is_of_mean = id == "A3" && part.part == Part::total;
          EXPECT_EQ(part.verdict, is_of_mean ? Verdict::weak : Verdict::holds);
        }
      }
    }
  }
  EXPECT_EQ(check_with("variance", "C3.1", {0, 0, 1e-12, 1}).verdict, Verdict::holds);
  EXPECT_EQ(check_with("variance", "A4", {1e-6, 1e-6, 1e-6}).verdict, Verdict::holds);
}

TEST(axioms, weights_of_zero_break_what_is_proven_of_the_others) {
  EXPECT_EQ(check_with("variance", "A1", {0, 0, 1e-9}).verdict, Verdict::violated);
  EXPECT_EQ(of_part(check_with("variance", "A3", {0, 0, 1e9}), Part::epistemic), Verdict::weak);
  EXPECT_EQ(check_with("variance", "C3.1", {0, 0, 1e-9}).verdict, Verdict::weak);
  EXPECT_EQ(check_with("variance", "A3", {0, 0, 1}).proof, "");
}

TEST(axioms, small_weights_do_not_hide_a_violation) {
  const AxiomResult result = check_with("variance", "A2", {1e-9, 1e-9, 1e-9});
  EXPECT_EQ(of_part(result, Part::epistemic), Verdict::violated);
  const Instance& found = *result.counterexample;
  EXPECT_EQ(found.class_weights, (std::vector<double>{1e-9, 1e-9, 1e-9}));
  EXPECT_DOUBLE_EQ(found.right,
                   measure_of("variance").of_atoms(found.before, found.class_weights).epistemic);
}

// 0.75 (0.7, 0.3) + 0.25 (0.1, 0.9), with no probability for all other classes.
TEST(axioms, the_search_looks_at_the_faces_of_the_heaviest_classes) {
  const std::vector<std::vector<double>> several = {
      {0, 1, 1}, {0, 0, 1, 1}, {0.001, 1, 1}, {60000, 5000, 100}};
  for (const std::vector<double>& weights : several) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      AxiomOptions options;
      options.seed = seed;
      const AxiomResult result = check_with("label-entropy", "C3.1", weights, options);
      EXPECT_EQ(of_part(result, Part::aleatoric), Verdict::violated)
          << testing::PrintToString(weights) << ", seed " << seed;
    }
  }
}

// Not even the maximum of TU is where V has its own. Near that, both disagree in the first order.
TEST(axioms, the_search_looks_near_the_centre) {
  const std::vector<std::vector<double>> several = {
      {0.372, 0.368, 0.00288, 0.0181}, {0.116, 0.757, 0.000279, 0.61}, {60000, 5000, 100}};
  for (const std::vector<double>& weights : several) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      AxiomOptions options;
      options.seed = seed;
      const AxiomResult result = check_with("label-entropy", "C3.1", weights, options);
      for (const Part part : {Part::aleatoric, Part::total}) {
        EXPECT_EQ(of_part(result, part), Verdict::violated)
            << testing::PrintToString(weights) << ", seed " << seed << ", " << name(part);
      }
    }
  }
}

TEST(axioms, short_steps_do_not_make_an_axiom_weak) {
  for (const std::vector<double>& weights : {std::vector<double>(3, 7.0), {7, 7, 7, 7, 7, 7}}) {
    for (const char* const id : {"A4", "C3.1"}) {
      EXPECT_EQ(of_part(check_with("label-entropy", id, weights), Part::total), Verdict::holds);
    }
  }
}

TEST(axioms, small_terms_are_not_taken_for_rounding_where_it_is_proven) {
  for (const char* const measure : {"tsallis:20", "tsallis:50"}) {
    EXPECT_EQ(check(measure, "A1").verdict, Verdict::holds) << measure;
    EXPECT_EQ(of_part(check(measure, "A3"), Part::epistemic), Verdict::holds) << measure;
  }
}

double margin_of(const Instance& found) {
  const double difference = found.left == found.right ? 0 : found.left - found.right;
  return found.relation == "=" ? -std::fabs(difference) : difference;
}

TEST(axioms, no_counterexample_has_a_smaller_margin_than_the_smallest) {
  for (const char* const measure : {"zero-one", "spherical", "pairwise-entropy"}) {
    for (const AxiomResult& result : check_axioms(measure_of(measure), {}, quick()).equal) {
      for (const PartVerdict& part : result.parts) {
        if (!part.counterexample) continue;
        EXPECT_LE(part.smallest_margin, margin_of(*part.counterexample))
            << measure << " " << result.axiom << " " << name(part.part);
      }
    }
  }
  for (const PartVerdict& part : check_with("variance", "A2", {1e-9, 1e-9}).parts) {
    if (!part.counterexample) continue;
    EXPECT_LE(part.smallest_margin, margin_of(*part.counterexample)) << name(part.part);
  }
}

TEST(axioms, an_order_of_the_classes_moves_the_maximum_away_from_the_centre) {
  for (const char* const name :
       {"ordinal-variance", "ordinal-entropy", "ordinal-absolute", "integer-variance"}) {
    for (const char* const id : {"A2", "A4", "C3.1"}) {
      EXPECT_EQ(check(name, id).verdict, Verdict::violated) << name << " " << id;
    }
  }
  EXPECT_EQ(check("ordinal-absolute", "A1").verdict, Verdict::violated);
  EXPECT_EQ(check("integer-variance", "A1").verdict, Verdict::violated);
  EXPECT_EQ(of_part(check("integer-variance", "A3"), Part::epistemic), Verdict::weak);
}

TEST(axioms, infinite_values_are_compared_as_such) {
  EXPECT_EQ(of_part(check("pairwise-entropy", "A2"), Part::epistemic), Verdict::violated);
  EXPECT_EQ(of_part(check("pairwise-entropy", "A3"), Part::epistemic), Verdict::weak);
  EXPECT_EQ(check("pairwise-entropy", "A7").verdict, Verdict::holds);
}

TEST(axioms, an_axiom_says_nothing_of_parts_that_a_measure_lacks) {
  const AxiomResult of_aleatoric = check("reverse-entropy", "A6");
  EXPECT_TRUE(of_aleatoric.parts.empty());
  EXPECT_EQ(of_aleatoric.proof, "");
  EXPECT_EQ(check("reverse-entropy", "A0").parts.size(), 1U);
}

TEST(axioms, a_counterexample_is_small_and_its_values_are_those_of_the_measure) {
  for (const char* const id : {"variance", "entropy", "zero-one"}) {
    const UncertaintyMeasure measure = measure_of(id);
    const AxiomReport report = check_axioms(measure, {}, quick());
    for (const AxiomResult& result : report.equal) {
      if (result.verdict == Verdict::holds) continue;
      ASSERT_TRUE(result.counterexample) << id << " " << result.axiom;
      const Instance& instance = *result.counterexample;
      EXPECT_LE(instance.before.points.size(), 3U) << id << " " << result.axiom;
      if (instance.after) {
        EXPECT_DOUBLE_EQ(
            instance.left,
            get(measure.of_atoms(*instance.after, instance.class_weights), instance.part));
      }
      if (result.axiom != "A1") {
        EXPECT_DOUBLE_EQ(
            instance.right,
            get(measure.of_atoms(instance.before, instance.class_weights), instance.part));
      }
    }
  }
}

TEST(axioms, the_result_does_not_depend_on_the_number_of_threads) {
  AxiomOptions one = quick(), three = quick();
  one.threads = 1;
  three.threads = 3;
  const AxiomResult a = check_axiom(measure_of("entropy"), "A4", one);
  const AxiomResult b = check_axiom(measure_of("entropy"), "A4", three);
  EXPECT_EQ(a.n_tried, b.n_tried);
  EXPECT_EQ(a.parts[0].smallest_margin, b.parts[0].smallest_margin);
  EXPECT_EQ(a.counterexample->before.points, b.counterexample->before.points);
}

// The measure that many write: EU as a difference of float32 sums.
UncertaintyMeasure careless_variance() {
  return {"careless", [](const Atoms& atoms, std::span<const double> /*weights*/) {
            float total = 0, aleatoric = 0;
            const std::vector<double> mean = atoms.mean();
            for (std::size_t k = 0; k < mean.size(); ++k) {
              const auto m = static_cast<float>(mean[k]);
              total += m * (1 - m);
              for (std::size_t i = 0; i < atoms.points.size(); ++i) {
                const auto p = static_cast<float>(atoms.points[i][k]);
                aleatoric += static_cast<float>(atoms.weights[i]) * p * (1 - p);
              }
            }
            return PartValues{total, aleatoric, total - aleatoric};
          }};
}

TEST(axioms, the_search_finds_that_a_careless_difference_is_negative) {
  const AxiomResult result = check_axiom(careless_variance(), "A0", quick());
  EXPECT_EQ(of_part(result, Part::epistemic), Verdict::violated);
  ASSERT_TRUE(result.counterexample);
  EXPECT_LT(result.counterexample->left, 0);
}

TEST(axioms, the_search_finds_that_a_class_was_forgotten) {
  UncertaintyMeasure forgetful = measure_of("variance");
  forgetful.name = "forgetful";
  forgetful.of_uniform = {};
  const auto whole = forgetful.of_atoms;
  forgetful.of_atoms = [whole](const Atoms& atoms, std::span<const double> weights) {
    std::vector<double> without_first(weights.begin(), weights.end());
    without_first[0] = 0;
    return whole(atoms, without_first);
  };
  EXPECT_EQ(check_axiom(forgetful, "A2", quick()).verdict, Verdict::violated);
  EXPECT_EQ(check_axiom(forgetful, "A4", quick()).verdict, Verdict::violated);
  EXPECT_EQ(check_axiom(forgetful, "A0", quick()).verdict, Verdict::holds);
  EXPECT_EQ(check_axiom(forgetful, "A0", quick()).proof, "");
}

TEST(axioms, an_unknown_axiom_is_refused) {
  expect_error(ErrorKind::usage, {"choose from A0, A1"},
               [] { static_cast<void>(find_axiom("A9")); });
}

}  // namespace
}  // namespace qualm
