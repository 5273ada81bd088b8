// SPDX-License-Identifier: Apache-2.0
#include "measures/reverse_divergence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "measures/definitions.h"
#include "measures/dirichlet.h"
#include "measures/mean_over_members.h"
#include "measures/ordinal.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

template <class Divergence>
double forward(const Members& members, Arguments arguments, const Divergence& divergence) {
  std::vector<double> terms(members.n_members);
  return mean_over_members(members, terms, [&](std::size_t m) {
    return divergence(members.mean, members.point(m), members.difference(m), arguments);
  });
}

template <class Divergence>
double reverse(const Members& members, Arguments arguments, const Divergence& divergence) {
  std::vector<double> terms(members.n_members), back(members.n_classes);
  return mean_over_members(members, terms, [&](std::size_t m) {
    const Point difference = members.difference(m);
    std::transform(difference.begin(), difference.end(), back.begin(), std::negate<>());
    return divergence(members.point(m), members.mean, back, arguments);
  });
}

// E KL(Theta || Theta') of a Dirichlet; finite also for the least alpha_0, and in bits.
double dirichlet_pairwise_divergence(Point alpha) {
  return std::min(static_cast<double>(alpha.size() - 1) / sum_of(alpha),
                  std::numeric_limits<double>::max() / 2);
}

}  // namespace

Family with_reverse_divergence(Family row) {
  const bool is_rule =
      row.entropy && row.divergence && !row.of_members && row.relation == Relation::additive;
  if (!is_rule || row.extra("pairwise") != nullptr) return row;
  const auto named = [&row](const char* name, const char* summary) {
    return Extra{.name = name,
                 .summary = summary,
                 .unit = row.unit,
                 .logarithmic = row.logarithmic,
                 .unbounded = true,
                 .of_members = {}};
  };
  Extra backward = named("reverse", "expected divergence from the mean to a member");
  Extra pairwise = named("pairwise", "expected divergence from one member to another");
  backward.of_members = [divergence = row.divergence](const Members& members, Arguments arguments) {
    return reverse(members, arguments, divergence);
  };
  pairwise.of_members = [divergence = row.divergence](const Members& members, Arguments arguments) {
    return forward(members, arguments, divergence) + reverse(members, arguments, divergence);
  };
  if (row.reverse_of_dirichlet) {
    backward.of_dirichlet = row.reverse_of_dirichlet;
    pairwise.of_dirichlet = [backwards = row.reverse_of_dirichlet, of_dirichlet = row.of_dirichlet](
                                Point alpha, Arguments arguments) {
      return of_dirichlet(alpha, {}, {}, arguments).epistemic + backwards(alpha, arguments);
    };
  }
  row.extras.push_back(std::move(backward));
  row.extras.push_back(std::move(pairwise));
  return row;
}

PartValues pairwise_entropy(const Members& members, Arguments) {
  std::vector<double> terms(members.n_members);
  const double aleatoric = mean_over_members(members, terms, [&](std::size_t m) {
    return shannon_entropy(members.point(m), members.rest(m), {});
  });
  const double epistemic =
      forward(members, {}, shannon_divergence) + reverse(members, {}, shannon_divergence);
  return {aleatoric + epistemic, aleatoric, epistemic};
}

PartValues reverse_entropy(const Members& members, Arguments) {
  return {.epistemic = reverse(members, {}, shannon_divergence)};
}

PartValues dirichlet_pairwise_entropy(Point alpha) {
  const double aleatoric = dirichlet_entropy(alpha).aleatoric;
  const double epistemic = dirichlet_pairwise_divergence(alpha);
  return {aleatoric + epistemic, aleatoric, epistemic};
}

// What is taken away is at most half of the rest: E KL(Theta || mean) <= E KL(mean || Theta).
PartValues dirichlet_reverse_entropy(Point alpha) {
  return {.epistemic = dirichlet_pairwise_divergence(alpha) - dirichlet_entropy(alpha).epistemic};
}

double dirichlet_reverse_label_entropy(Point alpha) {
  const std::vector<double> others = sums_of_others(alpha);
  std::vector<double> terms;
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    terms.push_back(dirichlet_reverse_entropy(std::array{alpha[k], others[k]}).epistemic);
  }
  return sorted_sum(terms);
}

double dirichlet_reverse_ordinal_entropy(Point alpha) {
  double sum = 0;
  for (const Threshold& threshold : thresholds_of(alpha)) {
    sum += dirichlet_reverse_entropy(std::array{threshold.below, threshold.above}).epistemic;
  }
  return sum;
}

double dirichlet_reverse_ordinal_absolute(Point alpha) {
  double sum = 0;
  for (const auto& [below, above] : thresholds_of(alpha)) {
    const double other_side = beta_below_half(std::max(below, above), std::min(below, above));
    sum += std::abs(below - above) / (below + above) * other_side;
  }
  return sum;
}

}  // namespace qualm::detail
