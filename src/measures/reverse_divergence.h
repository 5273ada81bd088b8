// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures/family.h"

// A divergence D compares members and their mean in three ways. EU = E D(mean, Theta): what it
// costs to predict the mean where a member is right. The reverse E D(Theta, mean): to predict a
// member where the mean is right. The pairwise E D(Theta', Theta): to predict a member where
// another one, or the same, is right. For every proper scoring rule pairwise = EU + reverse.
namespace qualm::detail {

/// Adds the extras "reverse" and "pairwise" to a row that is a proper scoring rule, as far as one
/// can see: additive, by entropy and divergence. Any other row stays as it is. Both are exactly 0
/// for equal members, and infinite where the rule punishes the certainty of a member so.
[[nodiscard]] Family with_reverse_divergence(Family row);

/// Of entropy, as families. Nats. TU = E CE(Theta, Theta'), AU = E H(Theta), EU the pairwise.
[[nodiscard]] PartValues pairwise_entropy(const Members& members, Arguments);
/// EU alone: the reverse.
[[nodiscard]] PartValues reverse_entropy(const Members& members, Arguments);

/// The same of Theta ~ Dirichlet(alpha): pairwise (K - 1) / alpha_0. Relative error 1e-11.
[[nodiscard]] PartValues dirichlet_pairwise_entropy(Point alpha);
[[nodiscard]] PartValues dirichlet_reverse_entropy(Point alpha);
/// The reverse of label-entropy and of ordinal-entropy: sums over Dirichlets of two outcomes.
[[nodiscard]] double dirichlet_reverse_label_entropy(Point alpha);
[[nodiscard]] double dirichlet_reverse_ordinal_entropy(Point alpha);

/// The reverse of ordinal-absolute: how far the mean is from 1/2 at each threshold, times the
/// probability that Theta is on the other side. Relative error 1e-12, above concentrations of 1e5
/// up to 1e-8.
[[nodiscard]] double dirichlet_reverse_ordinal_absolute(Point alpha);

}  // namespace qualm::detail
