// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/sample_job.h"
#include "measures/measure_members.h"
#include "qualm/measures.h"

namespace qualm::detail {

/// What the kernels need to know of members and where their values go. Points into both: `result`
/// must have room.
[[nodiscard]] kernels::SampleJob sample_job(const Predictions& predictions,
                                            const MeasureOptions& options, Measures& result);

/// Measures blocks of instances in memory of its own: one per thread.
class SampleWorkplace {
 public:
  SampleWorkplace(const kernels::SampleJob& job, const Predictions& predictions,
                  const MeasureOptions& options, Measures& result);

  /// Measures up to kernels::block_lanes instances. Returns how many rows were rescaled.
  std::size_t measure(kernels::MeasureBlock measure_block, std::size_t first, std::size_t count);

 private:
  const kernels::SampleJob& job_;
  const Predictions& predictions_;
  kernels::Scratch scratch_;
  MemberMeasurer without_kernel_;
};

}  // namespace qualm::detail
