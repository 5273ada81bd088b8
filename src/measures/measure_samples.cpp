// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_samples.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "kernels/sample_job.h"
#include "kernels/target.h"
#include "measures/check_results.h"
#include "measures/kernel_job.h"
#include "measures/sample_workplace.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

using kernels::block_lanes;

// Workplaces that are free: given back after a piece, for the next one.
class WorkplacePool {
 public:
  std::unique_ptr<SampleWorkplace> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return nullptr;
    auto workplace = std::move(free_.back());
    free_.pop_back();
    return workplace;
  }

  void give_back(std::unique_ptr<SampleWorkplace> workplace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workplace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<SampleWorkplace>> free_;
};

}  // namespace

bool measure_samples(const Predictions& predictions, const MeasureOptions& options,
                     Measures& result) {
  const kernels::SampleJob job = sample_job(predictions, options, result);
  const kernels::MeasureBlock measure_block = kernels::measure_block_for(kernels::chosen_target());
  WorkplacePool pool;
  std::atomic<std::size_t> renormalized_rows{0};
  std::atomic<bool> is_finite{true};
  parallel_for(predictions.n_instances(), grain_of(job), options.threads,
               [&](std::size_t first, std::size_t last) {
                 std::unique_ptr<SampleWorkplace> mine = pool.take();
                 if (!mine)
                   mine = std::make_unique<SampleWorkplace>(job, predictions, options, result);
                 std::size_t renormalized = 0;  // threads would wait for each other
                 for (std::size_t i = first; i < last; i += block_lanes) {
                   const std::size_t count = std::min(block_lanes, last - i);
                   renormalized += mine->measure(measure_block, i, count);
                 }
                 renormalized_rows += renormalized;
                 if (!are_finite(result, first, last)) is_finite = false;
                 pool.give_back(std::move(mine));
               });
  result.renormalized_rows = renormalized_rows;
  return is_finite;
}

}  // namespace qualm::detail
