// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "held_array.h"

namespace qualm::python {

/// Any uncertainty scores, one number per row, by name.
using NamedObjects = std::vector<std::pair<std::string, pybind11::object>>;
struct NamedScore {
  std::string name;
  std::vector<double> values;
};

[[nodiscard]] inline std::vector<NamedScore> read_scores(const NamedObjects& objects) {
  std::vector<NamedScore> scores;
  for (const auto& [name, object] : objects) scores.push_back({name, numbers_of(object, name)});
  return scores;
}

}  // namespace qualm::python
