// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "theory/axiom_case.h"

namespace qualm::theory {

/// The atom x becomes x + move and x - move with half its weight each. Nothing if one is outside of
/// the simplex.
[[nodiscard]] std::optional<Atoms> spread(const Atoms& atoms, std::size_t atom,
                                          const std::vector<double>& move);
/// Every atom moved. Nothing if one leaves the simplex or the move is none.
[[nodiscard]] std::optional<Atoms> shifted(const Atoms& atoms, const std::vector<double>& move);

/// From `mean` the given share of the way to `centre`.
[[nodiscard]] std::vector<double> way_to(const std::vector<double>& centre,
                                         const std::vector<double>& mean, double share);

/// From one class to another, in a quarter of the cases as much from a second one; multiples of 1 /
/// grid.
[[nodiscard]] std::vector<double> draw_move(Random& random, const CaseSize& size);

/// What a distribution says of some classes: their probabilities and that of none of them. That
/// rest is no label: its class weight is 0.
struct Marginal {
  Atoms atoms;
  std::vector<double> class_weights;
};
[[nodiscard]] Marginal marginal_of(const Atoms& atoms, const std::vector<double>& class_weights,
                                   const std::vector<bool>& in_first, bool first);

/// The measure of the uniform distribution on the simplex.
[[nodiscard]] PartValues value_of_uniform(const UncertaintyMeasure& measure,
                                          const std::vector<double>& class_weights);

}  // namespace qualm::theory
