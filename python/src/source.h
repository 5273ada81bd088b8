// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "held_array.h"
#include "qualm/analysis.h"
#include "qualm/report.h"

namespace qualm::python {

/// Predictions in the memory of Python objects, understood, and held while it lives.
class Source {
 public:
  /// Several 2-D arrays are members, several 3-D ones runs; said.paths names each. `like`: the
  /// predictions of the same ensemble that these go with, or null.
  Source(const std::vector<pybind11::object>& objects, PredictionFiles said, const Source* like);

  [[nodiscard]] const PredictionSet& set() const noexcept { return set_; }
  [[nodiscard]] report::MeasureInfo info(const MeasureOptions& options) const;

 private:
  std::vector<HeldArray> arrays_;
  std::vector<double> member_weights_;
  PredictionSet set_;
};

void bind_source(pybind11::module_& module);

}  // namespace qualm::python
