// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "qualm/analysis.h"

namespace qualm::python {

/// Measures as arrays of numpy that own their memory, and the notes on them.
[[nodiscard]] pybind11::dict measures_dict(MeasuredBlock&& block,
                                           const std::vector<std::string>& notes);

}  // namespace qualm::python
