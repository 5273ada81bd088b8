// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "held_array.h"
#include "qualm/analysis.h"

namespace qualm::python {

[[nodiscard]] inline GivenNumbers given_numbers(const pybind11::object& object,
                                                const std::string& name) {
  const DType dtype = HeldArray(object, name).view().dtype;
  return {{}, {}, io::Numbers{name, dtype, {}, numbers_of(object, name)}};
}

/// Any uncertainty scores, one number per row, by name.
using NamedObjects = std::vector<std::pair<std::string, pybind11::object>>;

[[nodiscard]] inline std::vector<GivenScore> given_scores(const NamedObjects& objects) {
  std::vector<GivenScore> scores;
  for (const auto& [name, object] : objects) scores.push_back({name, given_numbers(object, name)});
  return scores;
}

}  // namespace qualm::python
