// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "own_measure.h"
#include "qualm/theory.h"
#include "result.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

AxiomReport check(const MeasureChoice& choice, const std::vector<std::string>& ids,
                  AxiomOptions options) {
  // Python runs one thing at a time.
  if (std::holds_alternative<NamedFunction>(choice)) options.threads = 1;
  const UncertaintyMeasure measure = axiom_measure_from(choice);
  const py::gil_scoped_release release;
  return check_axioms(measure, ids, options, until_interrupted());
}

Result check_all(const std::vector<MeasureChoice>& choices, const std::vector<std::string>& ids,
                 std::vector<double> class_weights, std::uint64_t n_cases, std::uint64_t seed,
                 unsigned threads) {
  AxiomOptions options;
  options.own_weights = std::move(class_weights);
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
             py::arg("class_weights"), py::arg("cases"), py::arg("seed"), py::arg("threads"));
}

}  // namespace qualm::python
