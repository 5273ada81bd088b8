// SPDX-License-Identifier: Apache-2.0
// Many members drawn from a Dirichlet have nearly its values.
#include <gtest/gtest.h>

#include <cmath>

#include "qualm/measures.h"
#include "qualm/random.h"

namespace qualm {
namespace {

constexpr std::size_t n_draws = 40000;

std::vector<double> drawn_members(const std::vector<double>& alpha) {
  Random random(17);
  std::vector<double> p;
  for (std::size_t m = 0; m < n_draws; ++m) {
    double sum = 0;
    std::vector<double> row;
    for (const double each : alpha) sum += row.emplace_back(random.gamma(each));
    for (const double value : row) p.push_back(value / sum);
  }
  return p;
}

Measures measured(const std::vector<double>& values, const std::vector<std::size_t>& shape,
                  Input input) {
  PredictionOptions how;
  how.input = input;
  MeasureOptions options;
  options.ordered = true;
  options.measures = {"pairwise-entropy", "reverse-entropy",  "ordinal-variance", "ordinal-entropy",
                      "integer-variance", "ordinal-absolute", "entropy",          "label-entropy"};
  options.extras = {"entropy.reverse", "label-entropy.reverse", "ordinal-entropy.pairwise",
                    "ordinal-variance.pairwise"};
  return measure(Predictions(contiguous_view(std::span(values), shape), how), options);
}

TEST(DirichletDraws, approach_the_closed_forms) {
  for (const std::vector<double>& alpha : {std::vector{2., 3., 5.}, {1.5, .9, 4., 2.5}}) {
    const Measures draws = measured(drawn_members(alpha), {1, n_draws, alpha.size()}, Input::probs);
    const Measures exact = measured(alpha, {1, alpha.size()}, Input::dirichlet);
    for (std::size_t f = 0; f < exact.families.size(); ++f) {
      const FamilyResult &of_draws = draws.families[f], &wanted = exact.families[f];
      for (const Part part : wanted.measure.family().parts) {
        const double value = get(wanted.parts, part)[0];
        EXPECT_NEAR(get(of_draws.parts, part)[0], value, 0.03 * value)
            << wanted.measure.name() << " " << name(part);
      }
      for (std::size_t e = 0; e < wanted.extras.size(); ++e) {
        const double value = wanted.extras[e].values[0];
        EXPECT_NEAR(of_draws.extras[e].values[0], value, 0.03 * value)
            << wanted.measure.name() << " " << wanted.extras[e].name;
      }
    }
  }
}

}  // namespace
}  // namespace qualm
