// SPDX-License-Identifier: Apache-2.0
// The thresholds between neighbours of ordered classes: what is below and above one of them is a
// Dirichlet distribution of two outcomes.
#if defined(QUALM_KERNELS_DIRICHLET_THRESHOLDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIRICHLET_THRESHOLDS_INL_H_
#undef QUALM_KERNELS_DIRICHLET_THRESHOLDS_INL_H_
#else
#define QUALM_KERNELS_DIRICHLET_THRESHOLDS_INL_H_
#endif

#include "kernels/dirichlet_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Sums of concentrations from the last class downwards.
inline void sum_from_above(const DirichletBlock& block) {
  block.set_greatest(block.greatest);
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    DoubleVec above = hn::Zero(DoubleTag());
    for (std::size_t k = block.n_classes(); k-- > 0;) {
      hn::Store(above, DoubleTag(), block.scratch.above.data() + k * block_lanes + lane);
      above = hn::Add(above, block.alpha_of(k, lane));
    }
  });
}

// Calls body(below, above) for each of the K - 1 thresholds. Needs sum_from_above.
template <class Body>
HWY_INLINE void for_thresholds(const DirichletBlock& block, std::size_t lane, const Body& body) {
  const DoubleTag d;
  DoubleVec below = hn::Zero(d);
  for (std::size_t k = 0; k + 1 < block.n_classes(); ++k) {
    below = hn::Add(below, block.alpha_of(k, lane));
    body(below, hn::Load(d, block.scratch.above.data() + k * block_lanes + lane));
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
