// SPDX-License-Identifier: Apache-2.0
#include "bind.h"
#include "errors.h"
#include "source.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of qualm; the package around it is what is promised.";
  module.attr("__version__") = QUALM_VERSION;
  qualm::python::translate_errors();
  qualm::python::bind_source(module);
  qualm::python::bind_measure(module);
  qualm::python::bind_result(module);
  qualm::python::bind_reject(module);
  qualm::python::bind_ood(module);
  qualm::python::bind_explain(module);
  qualm::python::bind_report(module);
  qualm::python::bind_serve(module);
  qualm::python::bind_axioms(module);
  qualm::python::bind_notes(module);
}
