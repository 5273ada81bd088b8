// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/sample_job.h"
#include "qualm/measures.h"

namespace qualm::detail {

/// Tells the kernels where the numbers of the predictions are, and where predicted classes and
/// means go. No families yet.
[[nodiscard]] kernels::SampleJob job_of(const Predictions& predictions,
                                        const MeasureOptions& options, kernels::SampleKind kind,
                                        Measures& result);

/// Tells them where the values of a family go, and what these are multiplied with.
[[nodiscard]] kernels::FamilyOutput output_of(FamilyResult& values, double scale);

/// How many instances one thread takes at a time: whole blocks, enough work to be worth it, few
/// enough to share out.
[[nodiscard]] std::size_t grain_of(const kernels::SampleJob& job);

}  // namespace qualm::detail
