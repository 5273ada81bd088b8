// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/measures/family.h"

// The families by their definition: the generalised entropy G(theta) of a prediction, and the
// divergence D(mean, theta) >= 0, exactly 0 where difference = theta - mean is. Nats. `rest`
// is 1 - theta, so that nothing cancels near a corner; D keeps its digits however close theta is to
// the mean. As Family wants them: what a family has no use for has no name.
namespace qualm::detail {

/// h(p) = -p log p - rest log rest, rest = 1 - p.
[[nodiscard]] double binary_entropy(double p, double rest);
/// KL_bin(p || guess) of p = guess + difference; rest = 1 - guess. Infinite where the guess is
/// certain and p is not.
[[nodiscard]] double binary_divergence(double guess, double rest, double difference);

[[nodiscard]] double variance_entropy(Point theta, Point rest, Arguments);
[[nodiscard]] double variance_divergence(Point, Point, Point difference, Arguments);

[[nodiscard]] double shannon_entropy(Point theta, Point rest, Arguments);
[[nodiscard]] double shannon_divergence(Point mean, Point, Point difference, Arguments);

[[nodiscard]] double label_entropy(Point theta, Point rest, Arguments);
[[nodiscard]] double label_divergence(Point mean, Point, Point difference, Arguments);

[[nodiscard]] double spherical_entropy(Point theta, Point rest, Arguments);
[[nodiscard]] double spherical_divergence(Point mean, Point theta, Point difference, Arguments);

[[nodiscard]] double zero_one_entropy(Point theta, Point rest, Arguments);
[[nodiscard]] double zero_one_divergence(Point mean, Point, Point difference, Arguments);

}  // namespace qualm::detail
