// SPDX-License-Identifier: Apache-2.0
// AU = E H(p), EU = E KL(p || mean), in bits.
// Relative error: below 2e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ENTROPY_INL_H_
#undef QUALM_KERNELS_ENTROPY_INL_H_
#else
#define QUALM_KERNELS_ENTROPY_INL_H_
#endif

#include "kernels/divergence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class T>
void entropy_block(const Block<T>& block) {
  const Tag<T> d;
  BlockSums<T> sums;
  for (std::size_t k = 0; k < block.job.n_classes; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const ClassColumn<Tag<T>> column(block, k, lane);
      const auto mean = hn::Load(d, block.arrays.mean.data() + k * block_lanes + lane);
      auto certainty = hn::Zero(d), divergence = hn::Zero(d);
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            const auto p = column.p(m);
            const auto weight = column.weight(m);
            certainty = mul_add(d, hn::Mul(weight, p), log2_of(d, p), certainty);
            divergence =
                mul_add(d, weight, divergence_term(d, p, mean, column.deviation(p)), divergence);
          },
          [&]() QUALM_INLINE_LAMBDA {
            sums.at(lane).aleatoric.add(hn::Neg(certainty));
            sums.at(lane).epistemic.add(divergence);
            certainty = divergence = hn::Zero(d);
          });
    }
  }
  Lanes aleatoric, epistemic;
  sums.store(aleatoric, epistemic, divergence_bits);
  store_additive(block.output(entropy_index), block.first, block.count, aleatoric, epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
