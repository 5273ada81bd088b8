// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "qualm/analysis.h"

namespace qualm::python {

/// Measures as arrays of numpy that own their memory, and the notes on them.
[[nodiscard]] pybind11::dict measures_dict(MeasuredBlock&& block,
                                           const std::vector<std::string>& notes);

/// A numpy array of them; None if there are none.
[[nodiscard]] pybind11::object labels_or_none(const std::vector<std::uint32_t>& labels);

}  // namespace qualm::python
