// SPDX-License-Identifier: Apache-2.0
// One instance alone: its classes take the lanes that would be empty. Each class is computed in the
// same way in any lane, and sums over classes do not depend on their order: the same bits.
#if defined(QUALM_KERNELS_MEASURE_ONE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_MEASURE_ONE_INL_H_
#undef QUALM_KERNELS_MEASURE_ONE_INL_H_
#else
#define QUALM_KERNELS_MEASURE_ONE_INL_H_
#endif

#include "kernels/load_block-inl.h"
#include "kernels/prepare_block-inl.h"
#include "kernels/summed_families-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Whether nothing but sums over classes that count alike is asked for.
inline bool can_measure_one(const SampleJob& job) {
  bool wants_classes = job.mean != nullptr;
  for (const FamilyOutput& out : job.families) wants_classes |= out.class_total != nullptr;
  return !job.keeps_all_classes() && !wants_classes && job.class_weights == nullptr;
}

// The instance as block_lanes instances: class k is class k / block_lanes of instance
// k % block_lanes.
inline SampleJob turned(const SampleJob& job, std::size_t instance) {
  SampleJob result = job;
  result.data = element(job, instance, 0, 0);
  result.stride_n = job.stride_k;
  result.stride_k = job.stride_k * static_cast<std::ptrdiff_t>(block_lanes);
  result.n_classes = (job.n_classes + block_lanes - 1) / block_lanes;
  return result;
}

// Lanes without a class hold 0, of which every family makes 0.
template <class T>
void clear_empty_lanes(const Block<T>& block) {
  if (block.count == block_lanes) return;
  const std::size_t n_rows = (block.end_class - block.first_class) * block.job.n_members;
  T* p = block.probabilities(block.first_class);
  for (std::size_t row = 0; row < n_rows; ++row) {
    std::fill(p + row * block_lanes + block.count, p + (row + 1) * block_lanes, T(0));
  }
}

// The class of the greatest mean, the lowest where tied.
inline std::uint32_t best_of_lanes(const Best& best) {
  std::size_t where = 0;
  double greatest = -1;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    const std::size_t k = static_cast<std::size_t>(best.where[lane]) * block_lanes + lane;
    if (best.mean[lane] > greatest || (best.mean[lane] == greatest && k < where)) {
      greatest = best.mean[lane];
      where = k;
    }
  }
  return static_cast<std::uint32_t>(where);
}

// check_row_sums, of sums that are spread over lanes.
template <class T>
bool check_spread_row_sums(const Block<T>& block, std::size_t n_classes) {
  const AlignedVector<T>& sums = block.arrays.row_sum;
  const double rounding = static_cast<double>(n_classes) * std::numeric_limits<T>::epsilon() / 2;
  for (std::size_t m = 0; m < block.job.n_members; ++m) {
    double sum = 0;
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      sum += static_cast<double>(sums[m * block_lanes + lane]);
    }
    if (!(std::fabs(sum - 1) <= block.job.row_sum_tolerance - rounding)) return true;
  }
  return false;
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
