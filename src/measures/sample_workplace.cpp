// SPDX-License-Identifier: Apache-2.0
#include "measures/sample_workplace.h"

#include <algorithm>
#include <optional>

#include "measures/kernel_job.h"
#include "measures/scale.h"

namespace qualm::detail {

kernels::SampleJob sample_job(const Predictions& predictions, const MeasureOptions& options,
                              Measures& result) {
  const auto kind = predictions.options().input == Input::logits
                        ? kernels::SampleKind::logits
                        : kernels::SampleKind::probabilities;
  kernels::SampleJob job = job_of(predictions, options, kind, result);
  job.member_weights = predictions.member_weights().data();
  job.equal_weights = predictions.has_equal_weights();
  job.renormalize = predictions.options().renormalize;
  job.row_sum_tolerance = predictions.tolerance_of(0);
  const std::vector<double>& tolerances = predictions.options().member_tolerances;
  if (!tolerances.empty()) {
    job.member_tolerances = tolerances.data();
    job.row_sum_tolerance = *std::min_element(tolerances.begin(), tolerances.end());
  }
  for (FamilyResult& values : result.families) {
    const std::optional<std::size_t> kernel = values.measure.family().kernel;
    if (!kernel) continue;
    kernels::FamilyOutput& out = job.families[*kernel];
    out = output_of(values, scale_of(values.measure, options, job.n_classes, Logarithm::binary));
    out.epistemic_factor = epistemic_factor(values.measure, options, predictions);
  }
  return job;
}

SampleWorkplace::SampleWorkplace(const kernels::SampleJob& job, const Predictions& predictions,
                                 const MeasureOptions& options, Measures& result)
    : job_(job),
      predictions_(predictions),
      scratch_(job),
      without_kernel_(predictions, options, result,
                      [](const Family& family) { return !family.kernel.has_value(); }) {}

std::size_t SampleWorkplace::measure(kernels::MeasureBlock measure_block, std::size_t first,
                                     std::size_t count) {
  const kernels::BlockStatus status = measure_block(job_, first, count, scratch_);
  if (status.suspicious) check_rows(predictions_, first, first + count);
  if (!without_kernel_.has_work()) return status.renormalized_rows;
  // What the kernel has just read is still in the cache.
  for (std::size_t i = first; i < first + count; ++i) without_kernel_(i);
  return status.renormalized_rows;
}

}  // namespace qualm::detail
