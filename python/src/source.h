// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "held_array.h"
#include "qualm/analysis.h"

namespace qualm::python {

/// Predictions in the memory of Python objects, understood, and held while it lives.
class Source {
 public:
  /// Several 2-D arrays are members, several 3-D ones runs; said.paths names each.
  Source(const std::vector<pybind11::object>& objects, OtherFiles files);

  [[nodiscard]] const PredictionSet& set() const noexcept { return *set_; }
  [[nodiscard]] MeasureJob job(const MeasureOptions& options) const { return {{}, set_, options}; }
  [[nodiscard]] OtherRows named(const std::string& name) const { return {name, {}, set_}; }

 private:
  std::vector<HeldArray> arrays_;
  std::shared_ptr<const PredictionSet> set_;
};

using NamedSources = std::vector<std::pair<std::string, const Source*>>;
[[nodiscard]] inline std::vector<OtherRows> others_of(const NamedSources& sources) {
  std::vector<OtherRows> others;
  for (const auto& [name, source] : sources) others.push_back(source->named(name));
  return others;
}

void bind_source(pybind11::module_& module);

}  // namespace qualm::python
