// SPDX-License-Identifier: Apache-2.0
#include "measures/check_results.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "support/expect_error.h"

namespace qualm {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Three rows of two classes.
Measures good_results(const char* measure) {
  Measures result;
  result.n_instances = 3;
  result.n_classes = 2;
  result.mean.assign(6, 0.5);
  FamilyResult values;
  values.measure = measure;
  values.parts = {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  values.per_class = {{1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1}};
  values.extras = {{"reverse", "bits", {1, 1, 1}}};
  result.families = {values};
  return result;
}

void expect_refused(const Measures& result, const std::vector<std::string>& words) {
  expect_error(ErrorKind::data, words, [&] { detail::check_results(result, {"p.npy: ", 100}); });
}

TEST(CheckResults, numbers_pass) {
  EXPECT_NO_THROW(detail::check_results(good_results("entropy"), {}));
}

TEST(CheckResults, nan_and_minus_infinity_are_refused_by_row_measure_and_part) {
  for (const char* measure : {"entropy", "pairwise-entropy"}) {
    for (const double bad : {nan, -nan, -infinity}) {
      for (auto part : {&Parts::total, &Parts::aleatoric, &Parts::epistemic}) {
        Measures result = good_results(measure);
        (result.families[0].parts.*part)[2] = bad;
        const char* part_name = part == &Parts::total       ? ".total"
                                : part == &Parts::aleatoric ? ".aleatoric"
                                                            : ".epistemic";
        expect_refused(result, {"p.npy: row 102: ", std::string(measure) + part_name + " is "});
      }
    }
  }
}

TEST(CheckResults, values_of_classes_and_extras_and_means_are_looked_at) {
  Measures result = good_results("entropy");
  result.families[0].per_class.epistemic[3] = nan;
  expect_refused(result, {"row 101: entropy.epistemic of a class is NaN"});
  result = good_results("entropy");
  result.families[0].extras[0].values[1] = nan;
  expect_refused(result, {"row 101: entropy.reverse"});
  result = good_results("entropy");
  result.mean[5] = infinity;
  expect_refused(result, {"row 102: the mean prediction is inf"});
}

TEST(CheckResults, only_what_is_unbounded_may_be_infinite) {
  Measures result = good_results("pairwise-entropy");
  result.families[0].parts.total[0] = result.families[0].parts.epistemic[0] = infinity;
  EXPECT_NO_THROW(detail::check_results(result, {}));
  result.families[0].parts.aleatoric[0] = infinity;
  expect_refused(result, {"row 100: pairwise-entropy.aleatoric is inf"});
  result = good_results("variance");
  result.families[0].parts.total[0] = infinity;
  expect_refused(result, {"variance.total is inf"});
}

TEST(CheckResults, nan_stands_for_what_is_undecided_and_nothing_else) {
  Measures result = good_results("entropy");
  result.families[0].parts.total[1] = result.families[0].extras[0].values[2] = nan;
  const auto check = [&](const std::set<std::pair<std::string, std::size_t>>& told) {
    detail::check_results(result, {"", 100}, [&](std::string_view name, std::size_t row) {
      return told.contains({std::string(name), row});
    });
  };
  EXPECT_NO_THROW(check({{"entropy", 101}, {"entropy.reverse", 102}}));
  expect_error(ErrorKind::data, {"row 102: entropy.reverse is NaN"}, [&] {
    check({{"entropy", 101}, {"entropy", 102}});
  });
  expect_error(ErrorKind::data, {"row 101: entropy.total is NaN"}, [&] {
    check({{"entropy", 1}, {"entropy.reverse", 102}});
  });
}

TEST(CheckResults, a_rule_of_ones_own_that_gives_nan_of_concentrations_is_refused) {
  Family rule;
  rule.name = "own";
  rule.entropy = [](Point, Point, Arguments) { return 0.0; };
  rule.of_dirichlet = [](Point alpha, Point, std::span<PartValues>, Arguments) {
    return PartValues{1, 0, alpha[0] > 5 ? nan : 1};
  };
  const std::vector<double> alpha = {1, 2, 3, 4, 9, 1};
  PredictionOptions input;
  input.input = Input::dirichlet;
  const Predictions predictions(contiguous_view(std::span(alpha), {3, 2}), input);
  MeasureOptions options;
  options.measures = {Measure(rule)};
  expect_error(ErrorKind::data, {"row 2: own.", " is NaN"},
               [&] { static_cast<void>(measure(predictions, options)); });
}

}  // namespace
}  // namespace qualm
