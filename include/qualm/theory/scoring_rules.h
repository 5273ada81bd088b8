// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/theory/atoms.h"

namespace qualm {

/// A loss, given by its generalised entropy G(theta) = E[loss(theta, y)], y ~ theta. It makes a
/// measure of uncertainty: TU = G(mean), AU = E G(Theta), EU = E D(mean, Theta) = TU - AU.
struct ScoringRule {
  std::string name;
  std::function<double(std::span<const double> theta)> entropy;
  /// D(forecast, theta): the expected excess loss of the forecast. Empty: EU is the difference
  /// TU - AU, with its rounding.
  std::function<double(std::span<const double> forecast, std::span<const double> theta)>
      divergence = {};
};

/// log (nats), brier, spherical, zero-one.
[[nodiscard]] std::span<const ScoringRule> scoring_rules();

/// The power family: G = (1 - sum theta_k^q) / (q - 1). q = 2 is brier, q -> 1 is log.
/// Throws usage unless q is finite, > 0 and not 1.
[[nodiscard]] ScoringRule tsallis(double q);

/// The order of "tsallis:1.5"; nothing for other names. Throws usage if it is no order.
[[nodiscard]] std::optional<double> tsallis_order_of(std::string_view name);

/// One of scoring_rules() by name, or "tsallis:1.5". Throws usage with the nearest name.
[[nodiscard]] ScoringRule find_scoring_rule(std::string_view name);

/// Class weights have no say in it.
[[nodiscard]] UncertaintyMeasure measure_of(const ScoringRule& rule);

/// Sets the families of these names, "tsallis:1.5" among them, and the latter's order.
/// Throws usage with the nearest name.
void choose_families(std::span<const std::string> names, MeasureOptions& options);

/// One of our families by name, else a scoring rule: "entropy", "log", "tsallis:1.5".
/// Throws usage with the nearest name.
[[nodiscard]] UncertaintyMeasure find_measure(const std::string& name);

}  // namespace qualm
