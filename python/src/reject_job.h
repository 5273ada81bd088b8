// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "foreign_scores.h"
#include "source.h"

namespace qualm::python {

/// Puts predictions, if there are any, and anybody's scores beside them into a job.
void fill_job(RejectJob& job, const Source* source, const MeasureOptions& measures,
              std::vector<std::string> scores, const NamedObjects& foreign,
              const pybind11::object& correct, const pybind11::object& calibration_rows);

}  // namespace qualm::python
