// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "qualm/measures.h"
#include "qualm/theory.h"

namespace qualm::python {

/// A user's measure: name, function, and whether it takes class weights.
using NamedFunction = std::tuple<std::string, pybind11::function, bool>;
/// One of ours by its name, or a user's.
using MeasureChoice = std::variant<std::string, NamedFunction>;

/// Calls function(points, weights[, class_weights]) with the GIL held, from any thread.
/// Throws usage if what it gives is not three numbers.
[[nodiscard]] PartValues call_measure(const NamedFunction& given, const double* points,
                                      std::size_t n_points, std::size_t n_classes,
                                      std::span<const double> weights,
                                      std::span<const double> class_weights);

/// `class_weights`: handed to a user's function that takes them; empty: all one.
[[nodiscard]] Measure measure_from(const MeasureChoice& choice,
                                   const std::vector<double>& class_weights);

/// The same for the axioms, which choose the class weights.
[[nodiscard]] UncertaintyMeasure axiom_measure_from(const MeasureChoice& choice);

}  // namespace qualm::python
