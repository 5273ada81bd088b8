// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "bind.h"
#include "error/choose.h"
#include "errors.h"
#include "source.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled module of qualm; the public API is the package around it.";
  module.attr("__version__") = QUALM_VERSION;
  qualm::python::translate_errors();
  qualm::python::bind_source(module);
  qualm::python::bind_arrow(module);
  qualm::python::bind_measure(module);
  qualm::python::bind_result(module);
  qualm::python::bind_reject(module);
  qualm::python::bind_ood(module);
  qualm::python::bind_state(module);
  qualm::python::bind_explain(module);
  qualm::python::bind_page(module);
  qualm::python::bind_axioms(module);
  module.def(
      "did_you_mean",
      [](const std::string& word, const std::vector<std::string>& names,
         const std::string& otherwise) {
        const auto shown = [](std::string_view name) { return '\'' + std::string(name) + '\''; };
        return qualm::did_you_mean(word, names, {.otherwise = otherwise, .shown = shown});
      },
      pybind11::arg("word"), pybind11::arg("names"), pybind11::arg("otherwise"));
}
