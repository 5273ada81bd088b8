// SPDX-License-Identifier: Apache-2.0
// The zero-one loss: AU = E[1 - max p], EU = E[max p - p of the predicted class]. Sums of exact
// terms: relative error below 2e-6 in float lanes, 1e-14 in double lanes.
#if defined(QUALM_KERNELS_ZERO_ONE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ZERO_ONE_INL_H_
#undef QUALM_KERNELS_ZERO_ONE_INL_H_
#else
#define QUALM_KERNELS_ZERO_ONE_INL_H_
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// E[term(m, lane)] for every lane.
template <class Term>
Lanes mean_over_members(const SampleJob& job, const Term& term) {
  Lanes sum{};
  for (std::size_t m = 0; m < job.n_members; ++m) {
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      sum[lane] += job.member_weights[m] * term(m * block_lanes + lane);
    }
  }
  return sum;
}

template <class T>
void zero_one_block(const Block<T>& block) {
  const T* row_max = block.arrays.row_max.data();
  const T* at_best = block.arrays.at_best.data();
  const Lanes aleatoric = mean_over_members(
      block.job, [&](std::size_t i) { return 1 - static_cast<double>(row_max[i]); });
  const Lanes epistemic = mean_over_members(block.job, [&](std::size_t i) {
    return static_cast<double>(row_max[i]) - static_cast<double>(at_best[i]);
  });
  store_additive(block.output(zero_one_index), block.first, block.count, aleatoric, epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
