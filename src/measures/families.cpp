// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "kernels/sample_job.h"
#include "measures/definitions.h"
#include "measures/dirichlet.h"
#include "measures/maximum.h"
#include "measures/ordinal.h"
#include "measures/reverse_divergence.h"
#include "measures/tsallis.h"
#include "measures/votes.h"
#include "qualm/measures/family.h"

namespace qualm {
namespace {

using PerClass = std::span<PartValues>;

// The registry: a family is a row here. What a row leaves out is made from what it says.
std::vector<Family> make_registry() {
  using namespace detail;  // NOLINT(google-build-using-namespace): the table is about nothing else
  return {
      {.name = "variance",
       .summary = "label-wise variance, weighted and summed over the classes (the paper's measure)",
       .unit = "variance",
       .loss = "brier",
       .label_wise = true,
       .correctable = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-12},
       .entropy = variance_entropy,
       .divergence = variance_divergence,
       .of_dirichlet = [](Point alpha, Point weights, PerClass per_class,
                          Arguments) { return dirichlet_variance(alpha, weights, per_class); },
       .reverse_of_dirichlet =
           [](Point alpha, Arguments) { return dirichlet_variance(alpha, {}, {}).epistemic; },
       .of_votes = variance_of_votes,
       .maximum = maximum_variance,
       .kernel = kernels::variance_index},
      {.name = "entropy",
       .summary = "Shannon entropy, conditional entropy and mutual information",
       .unit = "",
       .loss = "log",
       .logarithmic = true,
       .correctable = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-11},
       .entropy = shannon_entropy,
       .divergence = shannon_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_entropy(alpha); },
       .reverse_of_dirichlet = [](Point alpha,
                                  Arguments) { return dirichlet_reverse_entropy(alpha).epistemic; },
       .of_votes = entropy_of_votes,
       .maximum = maximum_entropy,
       .kernel = kernels::entropy_index},
      {.name = "label-entropy",
       .summary = "binary entropy of each class against the rest, weighted and summed",
       .unit = "",
       .label_wise = true,
       .logarithmic = true,
       .correctable = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-11},
       .entropy = label_entropy,
       .divergence = label_divergence,
       .of_dirichlet = [](Point alpha, Point weights, PerClass per_class,
                          Arguments) { return dirichlet_label_entropy(alpha, weights, per_class); },
       .reverse_of_dirichlet = [](Point alpha,
                                  Arguments) { return dirichlet_reverse_label_entropy(alpha); },
       .of_votes = label_entropy_of_votes,
       .maximum = maximum_label_entropy,
       .kernel = kernels::label_entropy_index},
      {.name = "spherical",
       .summary = "the spherical score: 1 - |p|",
       .unit = "spherical loss",
       .correctable = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-10},
       .entropy = spherical_entropy,
       .divergence = spherical_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_spherical(sort_alpha(alpha)); },
       .of_votes = spherical_of_votes,
       .maximum = maximum_spherical,
       .kernel = kernels::spherical_index},
      {.name = "zero-one",
       .summary = "the probability of a wrong label: 1 - max p",
       .unit = "probability",
       .promised = {1e-5, 1e-9, 1e-10},
       .entropy = zero_one_entropy,
       .divergence = zero_one_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_zero_one(sort_alpha(alpha)); },
       .of_votes = zero_one_of_votes,
       .maximum = maximum_zero_one,
       .kernel = kernels::zero_one_index},
      {.name = "wasserstein",
       .summary =
           "distance to the nearest certain, chance-free or point-like prediction (not additive)",
       .unit = "distance",
       .relation = Relation::none,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-10},
       // Of a point, the distances are the zero-one loss.
       .entropy = zero_one_entropy,
       .divergence = zero_one_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_wasserstein(sort_alpha(alpha)); },
       .of_votes = zero_one_of_votes,  // the nearest certain prediction is the winner
       .maximum = maximum_wasserstein,
       .kernel = kernels::wasserstein_index},
      {.name = "tsallis",
       .summary = "the power entropy (1 - sum p^q) / (q - 1)",
       .unit = "power entropy",
       .parameters = {{.name = "q",
                       .meaning = "an order",
                       .low = 0.01,
                       .high = 100,
                       .except = 1,
                       .reason = "entropy is its limit there",
                       .examples = {0.5, 1.5, 3}}},
       .correctable = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-10},
       .entropy = [](Point theta, Point rest,
                     Arguments a) { return tsallis_entropy(theta, rest, a[0]); },
       .divergence = [](Point mean, Point theta, Point difference,
                        Arguments a) { return tsallis_divergence(mean, theta, difference, a[0]); },
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments a) { return dirichlet_tsallis(alpha, a[0]); }},
      {.name = "pairwise-entropy",
       .summary = "how far members are from each other: expected pairwise KL divergence",
       .unit = "",
       .logarithmic = true,
       .correctable = true,
       .unbounded = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-11},
       .of_members = pairwise_entropy,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_pairwise_entropy(alpha); }},
      {.name = "reverse-entropy",
       .summary = "how far the mean is from members: reverse mutual information",
       .unit = "",
       .relation = Relation::none,
       .parts = {Part::epistemic},
       .logarithmic = true,
       .correctable = true,
       .unbounded = true,
       .zero_only_if_equal = true,
       .promised = {1e-5, 1e-9, 1e-11},
       .of_members = reverse_entropy,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_reverse_entropy(alpha); }},
      {.name = "ordinal-variance",
       .summary = "ordered classes: variance of each cumulative probability, summed",
       .unit = "RPS",
       .ordered = true,
       .correctable = true,
       .promised = {1e-5, 1e-9, 1e-12},
       .entropy = ordinal_variance,
       .divergence = ordinal_variance_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_ordinal_variance(alpha); },
       .reverse_of_dirichlet =
           [](Point alpha, Arguments) { return dirichlet_ordinal_variance(alpha).epistemic; },
       .maximum = maximum_ordinal_variance},
      {.name = "ordinal-entropy",
       .summary = "ordered classes: binary entropy of each cumulative probability, summed",
       .unit = "",
       .ordered = true,
       .logarithmic = true,
       .correctable = true,
       .promised = {1e-5, 1e-9, 1e-11},
       .entropy = ordinal_entropy,
       .divergence = ordinal_entropy_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_ordinal_entropy(alpha); },
       .reverse_of_dirichlet = [](Point alpha,
                                  Arguments) { return dirichlet_reverse_ordinal_entropy(alpha); },
       .maximum = maximum_ordinal_entropy},
      {.name = "ordinal-absolute",
       .summary = "ordered classes: expected distance to the best class",
       .unit = "steps",
       .ordered = true,
       .promised = {1e-5, 1e-9, 1e-10},
       .entropy = ordinal_absolute,
       .divergence = ordinal_absolute_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_ordinal_absolute(alpha); },
       .maximum = maximum_ordinal_absolute},
      {.name = "integer-variance",
       .summary = "ordered classes, equal steps: variance of the class's number",
       .unit = "steps^2",
       .ordered = true,
       .correctable = true,
       .promised = {1e-5, 1e-9, 1e-12},
       .entropy = integer_variance,
       .divergence = integer_variance_divergence,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments) { return dirichlet_integer_variance(alpha); },
       .reverse_of_dirichlet =
           [](Point alpha, Arguments) { return dirichlet_integer_variance(alpha).epistemic; },
       .maximum = maximum_integer_variance},
  };
}

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> registry = [] {
    std::vector<Family> rows = make_registry();
    for (Family& row : rows) row = detail::with_reverse_divergence(std::move(row));
    return rows;
  }();
  return registry;
}

}  // namespace qualm
