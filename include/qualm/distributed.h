// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis/jobs.h"

// Jobs that the processes of a group do together, each on rows of its own.
namespace qualm {

/// What run(job) gives, byte for byte, in the first process of job.measured.group; what the others
/// get is for nobody. Every process calls it with the same job. Memory is of the order of the
/// process's own rows, and of the distinct values of one score where that score is judged.
/// Throws AgreedError in all processes if one fails.
[[nodiscard]] Outcome<RejectResult> run_together(const RejectJob& job,
                                                 const Listener& listener = {});
[[nodiscard]] Outcome<OodResult> run_together(const OodJob& job, const Listener& listener = {});

}  // namespace qualm
