// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "bind.h"
#include "errors.h"
#include "qualm/analysis.h"

namespace qualm::python {

namespace py = pybind11;

void bind_notes(py::module_& module) {
  module.def(
      "notes_on_options",
      [](const MeasureOptions& options, bool log_base_given) {
        return in_python_words(notes_on_options(options, log_base_given));
      },
      py::arg("options"), py::arg("log_base_given"));
  module.def("note_on_rescaled_rows", &note_on_rescaled_rows, py::arg("count"));
  module.def("note_on_infinite_rows", &note_on_infinite_rows, py::arg("name"), py::arg("count"));
  module.def("note_on_one_hot_rows", &note_on_one_hot_rows, py::arg("options") = MeasureOptions());
}

}  // namespace qualm::python
