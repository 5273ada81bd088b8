// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

/// The contents of qualm._core, a file each.
namespace qualm::python {

void bind_arrow(pybind11::module_& module);
void bind_measure(pybind11::module_& module);
void bind_result(pybind11::module_& module);
void bind_reject(pybind11::module_& module);
void bind_ood(pybind11::module_& module);
void bind_state(pybind11::module_& module);
void bind_explain(pybind11::module_& module);
void bind_page(pybind11::module_& module);
void bind_axioms(pybind11::module_& module);

}  // namespace qualm::python
