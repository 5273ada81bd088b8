// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_samples.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "kernels/sample_job.h"
#include "kernels/target.h"
#include "measures/kernel_job.h"
#include "measures/measure_members.h"
#include "measures/scale.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

using kernels::block_lanes;

kernels::SampleKind kind_of(Input input) {
  return input == Input::logits ? kernels::SampleKind::logits : kernels::SampleKind::probabilities;
}

kernels::SampleJob make_job(const Predictions& predictions, const MeasureOptions& options,
                            Measures& result) {
  kernels::SampleJob job =
      job_of(predictions, options, kind_of(predictions.options().input), result);
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

// Memory of one thread.
struct Workplace {
  Workplace(const kernels::SampleJob& job, const Predictions& predictions,
            const MeasureOptions& options, Measures& result)
      : scratch(job), without_kernel(predictions, options, result, [](const Family& family) {
          return !family.kernel.has_value();
        }) {}

  kernels::Scratch scratch;
  MemberMeasurer without_kernel;
};

// Workplaces that are free: given back after a piece, for the next one.
class WorkplacePool {
 public:
  std::unique_ptr<Workplace> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return nullptr;
    auto workplace = std::move(free_.back());
    free_.pop_back();
    return workplace;
  }

  void give_back(std::unique_ptr<Workplace> workplace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workplace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workplace>> free_;
};

}  // namespace

void measure_samples(const Predictions& predictions, const MeasureOptions& options,
                     Measures& result) {
  const kernels::SampleJob job = make_job(predictions, options, result);
  const kernels::MeasureBlock measure_block = kernels::measure_block_for(kernels::chosen_target());
  WorkplacePool pool;
  std::atomic<std::size_t> renormalized_rows{0};
  parallel_for(predictions.n_instances(), grain_of(job), options.threads,
               [&](std::size_t first, std::size_t last) {
                 std::unique_ptr<Workplace> mine = pool.take();
                 if (!mine) mine = std::make_unique<Workplace>(job, predictions, options, result);
                 for (std::size_t i = first; i < last; i += block_lanes) {
                   const std::size_t count = std::min(block_lanes, last - i);
                   const kernels::BlockStatus status = measure_block(job, i, count, mine->scratch);
                   if (status.suspicious) check_rows(predictions, i, i + count);
                   renormalized_rows += status.renormalized_rows;
                   // What the kernel has just read is still in the cache.
                   for (std::size_t j = i; j < i + count; ++j) mine->without_kernel(j);
                 }
                 pool.give_back(std::move(mine));
               });
  result.renormalized_rows = renormalized_rows;
}

}  // namespace qualm::detail
