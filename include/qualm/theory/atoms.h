// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "qualm/measures.h"

namespace qualm {

/// A second-order distribution with finitely many atoms, each a point of the simplex.
struct Atoms {
  std::vector<std::vector<double>> points;  ///< entries >= 0 that sum to one, K each
  std::vector<double> weights;              ///< one per point, > 0, sum 1

  [[nodiscard]] std::size_t n_classes() const noexcept { return points[0].size(); }
  [[nodiscard]] std::vector<double> mean() const;
};

/// A measure of uncertainty, built in or custom, for checking axioms.
struct UncertaintyMeasure {
  std::string name;
  /// Called from several threads at once. `class_weights`: K numbers >= 0.
  std::function<PartValues(const Atoms&, std::span<const double> class_weights)> of_atoms;
  /// The same for the uniform distribution on the simplex of K classes; empty: approximated by
  /// atoms.
  std::function<PartValues(std::size_t n_classes, std::span<const double> class_weights)>
      of_uniform = {};
  std::vector<Part> parts = {std::begin(all_parts), std::end(all_parts)};  ///< those that it has
  bool uses_class_weights = false;
  bool is_family = false;  ///< a built-in family, for which proofs are known
  /// Values that differ by less than this count as equal, times the greatest of both values and
  /// one; for a built-in family with class weights, the weights of the classes take the place of
  /// one.
  double accuracy = 1e-9;
};

/// A built-in or custom measure as `qualm measure` computes it (entropies in bits).
[[nodiscard]] UncertaintyMeasure measure_of(const Measure& measure);

}  // namespace qualm
