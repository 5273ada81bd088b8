// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_samples.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "kernels/sample_job.h"
#include "kernels/target.h"
#include "measures/scale.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

using kernels::block_lanes;

static_assert(static_cast<std::size_t>(FamilyId::wasserstein) == kernels::wasserstein_index,
              "kernels list the families in the order of FamilyId");

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
    if (values.id == FamilyId::tsallis) continue;  // has no kernel
    kernels::FamilyOutput& out = job.families[static_cast<std::size_t>(values.id)];
    out.total = values.parts.total.data();
    out.aleatoric = values.parts.aleatoric.data();
    out.epistemic = values.parts.epistemic.data();
    out.class_total = data_or_null(values.per_class.total);
    out.class_aleatoric = data_or_null(values.per_class.aleatoric);
    out.class_epistemic = data_or_null(values.per_class.epistemic);
    out.scale = scale_of(family(values.id), options, job.n_classes);
    out.epistemic_factor = epistemic_factor(family(values.id), options, predictions);
  }
  return job;
}

// Instances that one thread takes at a time: enough work to be worth it, few enough to share out.
std::size_t grain_of(const kernels::SampleJob& job) {
  constexpr std::size_t numbers_a_piece = std::size_t{1} << 17U;
  const std::size_t instances = numbers_a_piece / (job.n_members * job.n_classes) + 1;
  return (instances + block_lanes - 1) / block_lanes * block_lanes;
}

// Memory of the threads: given back after a piece, for the next one.
class ScratchPool {
 public:
  explicit ScratchPool(const kernels::SampleJob& job) : job_(job) {}

  std::unique_ptr<kernels::Scratch> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto scratch = std::move(free_.back());
        free_.pop_back();
        return scratch;
      }
    }
    return std::make_unique<kernels::Scratch>(job_);
  }

  void give_back(std::unique_ptr<kernels::Scratch> scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

 private:
  const kernels::SampleJob& job_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<kernels::Scratch>> free_;
};

}  // namespace

void measure_samples(const Predictions& predictions, const MeasureOptions& options,
                     Measures& result) {
  const kernels::SampleJob job = make_job(predictions, options, result);
  const kernels::MeasureBlock measure_block = kernels::measure_block_for(kernels::chosen_target());
  ScratchPool pool(job);
  std::atomic<std::size_t> renormalized_rows{0};
  parallel_for(predictions.n_instances(), grain_of(job), options.threads,
               [&](std::size_t first, std::size_t last) {
                 std::unique_ptr<kernels::Scratch> scratch = pool.take();
                 for (std::size_t i = first; i < last; i += block_lanes) {
                   const std::size_t count = std::min(block_lanes, last - i);
                   const kernels::BlockStatus status = measure_block(job, i, count, *scratch);
                   if (status.suspicious) check_rows(predictions, i, i + count);
                   renormalized_rows += status.renormalized_rows;
                 }
                 pool.give_back(std::move(scratch));
               });
  result.renormalized_rows = renormalized_rows;
}

}  // namespace qualm::detail
