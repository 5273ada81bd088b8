// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <memory>
#include <utility>
#include <variant>

#include "bind.h"
#include "errors.h"
#include "qualm/error.h"
#include "qualm/theory.h"
#include "result.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

/// A measure of our own by name, or a user's: name, function, and whether it takes class weights.
using NamedFunction = std::tuple<std::string, py::function, bool>;
using MeasureChoice = std::variant<std::string, NamedFunction>;

PartValues call(const std::string& name, const py::function& function, bool weighted,
                const Atoms& atoms, std::span<const double> class_weights) {
  const std::size_t k = atoms.n_classes();
  py::array_t<double> points({atoms.points.size(), k});
  for (std::size_t i = 0; i < atoms.points.size(); ++i) {
    std::copy(atoms.points[i].begin(), atoms.points[i].end(), points.mutable_data() + i * k);
  }
  const py::array_t<double> weights(static_cast<py::ssize_t>(atoms.weights.size()),
                                    atoms.weights.data());
  const py::array_t<double> of_classes(static_cast<py::ssize_t>(class_weights.size()),
                                       class_weights.data());
  const py::object answer =
      weighted ? function(points, weights, of_classes) : function(points, weights);
  const auto values = answer.cast<std::vector<double>>();
  if (values.size() != 3) {
    throw py::value_error(
        fmt::format("{}: returned {} numbers; a measure gives three: total, aleatoric, epistemic",
                    name, values.size()));
  }
  for (const double value : values) {
    if (std::isnan(value)) throw py::value_error(name + ": returned NaN; mend it for this case");
  }
  return {values[0], values[1], values[2]};
}

UncertaintyMeasure measure_of(const NamedFunction& given) {
  const auto& [name, function, weighted] = given;
  UncertaintyMeasure measure;
  measure.name = name;
  measure.uses_class_weights = weighted;
  measure.of_atoms = [name = name, &function = function, weighted = weighted](
                         const Atoms& atoms, std::span<const double> class_weights) {
    return call(name, function, weighted, atoms, class_weights);
  };
  return measure;
}

AxiomReport check(const MeasureChoice& choice, const std::vector<std::string>& ids,
                  AxiomOptions options) {
  if (const auto* function = std::get_if<NamedFunction>(&choice)) {
    options.threads = 1;  // Python runs one thing at a time
    return check_axioms(measure_of(*function), ids, options);
  }
  const py::gil_scoped_release release;
  return check_axioms(find_measure(std::get<std::string>(choice)), ids, options,
                      until_interrupted());
}

Result check_all(const std::vector<MeasureChoice>& choices, const std::vector<std::string>& ids,
                 std::uint64_t n_cases, std::uint64_t seed, unsigned threads) {
  AxiomOptions options;
  options.n_cases = n_cases;
  options.seed = seed;
  options.threads = threads;
  for (const std::string& id : ids) static_cast<void>(find_axiom(id));
  const auto reports = std::make_shared<std::vector<AxiomReport>>();
  for (const MeasureChoice& choice : choices) reports->push_back(check(choice, ids, options));
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_axioms(format, sink, *reports, options, style);
          },
          {},
          {}};
}

}  // namespace

void bind_axioms(py::module_& module) {
  module.def("axioms", &check_all, py::kw_only(), py::arg("measures"), py::arg("axioms"),
             py::arg("cases"), py::arg("seed"), py::arg("threads"));
}

}  // namespace qualm::python
