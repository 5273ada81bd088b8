// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "qualm/measures/family.h"

// Families for classes with an order. They see K - 1 thresholds between neighbours: F_k, the
// probability of the classes up to k, and 1 - F_k, each a sum of probabilities, so that both keep
// their digits. Nats. As Family wants them: what a family has no use for has no name.
namespace qualm::detail {

/// What is below and above one of the K - 1 thresholds: sums of entries from either end.
struct Threshold {
  double below, above;
};
[[nodiscard]] std::vector<Threshold> thresholds_of(Point entries);

/// The ranked probability score: G = sum_k F_k (1 - F_k), D = sum_k (difference of F_k)^2.
[[nodiscard]] double ordinal_variance(Point theta, Point, Arguments);
[[nodiscard]] double ordinal_variance_divergence(Point mean, Point, Point difference, Arguments);

/// G = sum_k h(F_k) with the binary entropy h, D = sum_k KL_bin(F_k || mean F_k). Infinite where
/// the mean is certain about a threshold and theta is not of the same mind.
[[nodiscard]] double ordinal_entropy(Point theta, Point, Arguments);
[[nodiscard]] double ordinal_entropy_divergence(Point mean, Point, Point difference, Arguments);

/// The least expected distance of a class to the outcome, which a median has: G = sum_k
/// min(F_k, 1 - F_k). D is what the mean's median costs more than theta's; half of it counts at a
/// threshold where F_k of the mean is 1/2, as if a coin chose the median.
[[nodiscard]] double ordinal_absolute(Point theta, Point, Arguments);
[[nodiscard]] double ordinal_absolute_divergence(Point mean, Point theta, Point, Arguments);

/// The variance of the class's number: G = Var Y, D = (difference of E Y)^2.
[[nodiscard]] double integer_variance(Point theta, Point, Arguments);
[[nodiscard]] double integer_variance_divergence(Point mean, Point, Point difference, Arguments);

/// Of Theta ~ Dirichlet(alpha): F_k ~ Beta(A_k, alpha_0 - A_k), A_k = sum of alpha up to k. Every
/// part >= 0; relative error as for variance, entropy, zero-one and variance of two classes.
[[nodiscard]] PartValues dirichlet_ordinal_variance(Point alpha);
[[nodiscard]] PartValues dirichlet_ordinal_entropy(Point alpha);
[[nodiscard]] PartValues dirichlet_ordinal_absolute(Point alpha);
[[nodiscard]] PartValues dirichlet_integer_variance(Point alpha);

}  // namespace qualm::detail
