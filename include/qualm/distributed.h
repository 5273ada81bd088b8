// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis/jobs.h"

// Jobs shared by the processes of a group; each process works on its own rows.
namespace qualm {

/// Returns the result of run(job), byte for byte, in the first process of job.measured.group; the
/// results in other processes are unspecified. Every process calls it with the same job. Memory is
/// of the order of the rows of the process, and of the distinct values of one score in the process
/// that evaluates it. Throws AgreedError in all processes if one fails.
[[nodiscard]] Outcome<RejectResult> run_together(const RejectJob& job,
                                                 const Listener& listener = {});
[[nodiscard]] Outcome<OodResult> run_together(const OodJob& job, const Listener& listener = {});

}  // namespace qualm
