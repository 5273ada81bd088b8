// SPDX-License-Identifier: Apache-2.0
#include "own_measure.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <memory>

#include "qualm/error.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

py::array_t<double> to_array(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

// Kept where threads without the GIL may let it go.
std::shared_ptr<const NamedFunction> shared(const NamedFunction& given) {
  return {new NamedFunction(given), [](const NamedFunction* held) {
            const py::gil_scoped_acquire acquire;
            delete held;
          }};
}

}  // namespace

PartValues call_measure(const NamedFunction& given, const double* points, std::size_t n_points,
                        std::size_t n_classes, std::span<const double> weights,
                        std::span<const double> class_weights) {
  const py::gil_scoped_acquire acquire;
  const auto& [name, function, takes_class_weights] = given;
  const py::array_t<double> matrix({n_points, n_classes}, points);
  const py::object answer = takes_class_weights
                                ? function(matrix, to_array(weights), to_array(class_weights))
                                : function(matrix, to_array(weights));
  const auto values = answer.cast<std::vector<double>>();
  if (values.size() != 3) {
    throw_usage(
        fmt::format("{}: returned {} numbers; a measure gives three: total, aleatoric, epistemic",
                    name, values.size()));
  }
  for (const double value : values) {
    if (std::isnan(value)) throw_usage(name + ": returned NaN; fix it for this case");
  }
  return {values[0], values[1], values[2]};
}

Measure measure_from(const MeasureChoice& choice, const std::vector<double>& class_weights) {
  if (const auto* text = std::get_if<std::string>(&choice)) return Measure(*text);
  const auto function = shared(std::get<NamedFunction>(choice));
  Family rule;
  rule.name = std::get<0>(*function);
  rule.summary = "a measure of your own";
  rule.unit = "own unit";
  rule.relation = Relation::none;  // nobody promised it
  rule.of_members = [function, class_weights](const Members& members, Arguments) {
    std::vector<double> weights = class_weights;
    weights.resize(members.n_classes, 1.0);
    return call_measure(*function, members.points, members.n_members, members.n_classes,
                        members.weights, weights);
  };
  return Measure(std::move(rule));
}

UncertaintyMeasure axiom_measure_from(const MeasureChoice& choice) {
  if (const auto* text = std::get_if<std::string>(&choice)) return measure_of(Measure(*text));
  const auto function = shared(std::get<NamedFunction>(choice));
  UncertaintyMeasure measure;
  measure.name = std::get<0>(*function);
  measure.uses_class_weights = std::get<2>(*function);
  measure.of_atoms = [function](const Atoms& atoms, std::span<const double> class_weights) {
    std::vector<double> points;
    for (const std::vector<double>& point : atoms.points) {
      points.insert(points.end(), point.begin(), point.end());
    }
    return call_measure(*function, points.data(), atoms.points.size(), atoms.n_classes(),
                        atoms.weights, class_weights);
  };
  return measure;
}

}  // namespace qualm::python
