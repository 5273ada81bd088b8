// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_samples.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "kernels/sample_job.h"
#include "kernels/target.h"
#include "measures/measure_members.h"
#include "measures/scale.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

using kernels::block_lanes;

kernels::SampleKind kind_of(Input input) {
  return input == Input::logits ? kernels::SampleKind::logits : kernels::SampleKind::probabilities;
}

double* data_or_null(std::vector<double>& values) {
  return values.empty() ? nullptr : values.data();
}

kernels::SampleJob make_job(const Predictions& predictions, const MeasureOptions& options,
                            Measures& result) {
  const ArrayView& array = predictions.array();
  kernels::SampleJob job;
  job.data = array.data;
  job.dtype = array.dtype;
  job.byte_swapped = array.byte_swapped;
  job.stride_n = array.strides[0];
  job.stride_m = array.strides[1];
  job.stride_k = array.strides[2];
  job.n_members = predictions.n_members();
  job.n_classes = predictions.n_classes();
  job.kind = kind_of(predictions.options().input);
  job.member_weights = predictions.member_weights().data();
  job.equal_weights = predictions.has_equal_weights();
  job.class_weights = options.class_weights.empty() ? nullptr : options.class_weights.data();
  job.renormalize = predictions.options().renormalize;
  job.row_sum_tolerance = predictions.tolerance_of(0);
  const std::vector<double>& tolerances = predictions.options().member_tolerances;
  if (!tolerances.empty()) {
    job.member_tolerances = tolerances.data();
    job.row_sum_tolerance = *std::min_element(tolerances.begin(), tolerances.end());
  }
  job.predicted = result.predicted.data();
  job.mean = data_or_null(result.mean);
  for (FamilyResult& values : result.families) {
    const std::optional<std::size_t> kernel = values.measure.family().kernel;
    if (!kernel) continue;
    kernels::FamilyOutput& out = job.families[*kernel];
    out.total = values.parts.total.data();
    out.aleatoric = values.parts.aleatoric.data();
    out.epistemic = values.parts.epistemic.data();
    out.class_total = data_or_null(values.per_class.total);
    out.class_aleatoric = data_or_null(values.per_class.aleatoric);
    out.class_epistemic = data_or_null(values.per_class.epistemic);
    out.scale = scale_of(values.measure, options, job.n_classes, Logarithm::binary);
    out.epistemic_factor = epistemic_factor(values.measure, options, predictions);
  }
  return job;
}

// Instances that one thread takes at a time: enough work to be worth it, few enough to share out.
std::size_t grain_of(const kernels::SampleJob& job) {
  constexpr std::size_t numbers_a_piece = std::size_t{1} << 17U;
  const std::size_t instances = numbers_a_piece / (job.n_members * job.n_classes) + 1;
  return (instances + block_lanes - 1) / block_lanes * block_lanes;
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
