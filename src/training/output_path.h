// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "qualm/training/jobs.h"

namespace qualm::training {

/// Throws usage if several runs or data sets would go to the same file.
void check_output(const PredictJob& job, std::size_t n_runs);

/// The job's output with "{r}" and "{data}" filled in; of a path only its name is taken.
[[nodiscard]] std::string output_path(const PredictJob& job, const std::string& dataset,
                                      std::size_t run);

}  // namespace qualm::training
