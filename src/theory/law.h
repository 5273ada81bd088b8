// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "qualm/theory/distributions.h"
#include "theory/with_error.h"

namespace qualm::detail {

struct LawParts {
  WithError aleatoric, epistemic;  ///< in nats where logarithmic, not normalised
};

/// One component of a distribution, without its weight.
class Law {
 public:
  virtual ~Law() = default;

  /// K entries, each to a few ulp.
  [[nodiscard]] virtual std::vector<double> mean() const = 0;
  /// AU and EU of the component alone. Not additive: its distance from a point is EU.
  [[nodiscard]] virtual LawParts parts(const Measure& measure) const = 0;
  /// Of Theta_k at t in [0,1]; a Dirac has none.
  [[nodiscard]] virtual double density(std::size_t k, double t) const = 0;
  /// P(Theta_k <= q).
  [[nodiscard]] virtual WithError probability_below(std::size_t k, double q) const = 0;
  /// E (q - Theta_k)_+
  [[nodiscard]] virtual WithError mean_below(std::size_t k, double q) const = 0;
  /// For two classes: E |theta - q|.
  [[nodiscard]] virtual WithError mean_distance(double q) const = 0;
};

/// The parameters are as check_parameters wants them.
[[nodiscard]] std::unique_ptr<const Law> make_law(const Component& component);

// One file each.
[[nodiscard]] std::unique_ptr<const Law> make_interval_law(const Component& component);
[[nodiscard]] std::unique_ptr<const Law> make_dirichlet_law(std::vector<double> alpha);
[[nodiscard]] std::unique_ptr<const Law> make_dirac_law(double point);

}  // namespace qualm::detail
