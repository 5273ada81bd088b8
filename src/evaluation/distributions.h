// SPDX-License-Identifier: Apache-2.0
#pragma once

// Boost.Math for intervals and tests: its headers are parsed and its templates compiled once.
namespace qualm::evaluation {

/// What a standard normal variable exceeds with this probability.
[[nodiscard]] double normal_quantile_above(double probability);

/// Student's t: what it exceeds with this probability, and the probability that it exceeds t.
[[nodiscard]] double student_quantile_above(double degrees_of_freedom, double probability);
[[nodiscard]] double student_above(double degrees_of_freedom, double t);

/// What Beta(a, b) exceeds with this probability.
[[nodiscard]] double beta_quantile_above(double a, double b, double probability);

[[nodiscard]] double digamma(double x);

}  // namespace qualm::evaluation
