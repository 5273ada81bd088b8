// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "kernels/sample_job.h"
#include "measures/credal_families.h"
#include "measures/credal_hartley.h"
#include "measures/definitions.h"
#include "measures/dirichlet.h"
#include "measures/maximum.h"
#include "measures/tsallis.h"
#include "measures/votes.h"
#include "qualm/measures/family.h"

namespace qualm {
namespace {

using PerClass = std::span<PartValues>;

std::vector<Extra> credal_extras(double (*hartley)(const Members&, Arguments),
                                 double (*imprecision)(const Members&, Arguments)) {
  return {{.name = "hartley",
           .summary = "generalised Hartley measure: how many classes the set cannot distinguish",
           .unit = "",
           .logarithmic = true,
           .most_classes = detail::most_hartley_classes,
           .of_members = hartley},
          {.name = "imprecision",
           .summary = "greatest distance between upper and lower probability of an event",
           .unit = "probability",
           .of_members = imprecision}};
}

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
      {.name = "credal",
       .summary =
           "greatest and least entropy among all mixtures of the members (their convex hull)",
       .unit = "",
       .relation = Relation::bounds,
       .extras = credal_extras(credal_hartley, credal_imprecision),
       .logarithmic = true,
       .promised = {1e-5, 1e-9, 1e-9},
       .of_members = credal_parts,
       .maximum = maximum_entropy},
      {.name = "credal-interval",
       .summary = "the same among all predictions within the members' range of each class",
       .unit = "",
       .relation = Relation::bounds,
       .extras = credal_extras(credal_interval_hartley, credal_interval_imprecision),
       .logarithmic = true,
       .promised = {1e-5, 1e-9, 1e-9},
       .of_members = credal_interval_parts,
       .maximum = maximum_entropy},
      {.name = "tv-ball",
       .summary = "the same among all predictions within total variation distance r of the mean",
       .unit = "",
       .parameters =
           {{.name = "r", .meaning = "a radius", .low = 1e-6, .high = 1, .examples = {0.1, 0.3}}},
       .relation = Relation::bounds,
       .logarithmic = true,
       .promised = {1e-5, 1e-9, 1e-9},
       .of_members = tv_ball_parts,
       .of_dirichlet = [](Point alpha, Point, PerClass,
                          Arguments a) { return dirichlet_tv_ball(alpha, a); },
       .maximum = maximum_entropy},
  };
}

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> registry = make_registry();
  return registry;
}

}  // namespace qualm
