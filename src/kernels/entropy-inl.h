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

template <bool equal, class T>
HWY_INLINE void add_entropy_of(const Block<T>& block, BlockSums<T>& sums) {
  const Tag<T> d;
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    ChunkedSum<Tag<T>> certainty(sums.at(lane).aleatoric), divergence(sums.at(lane).epistemic);
    for (std::size_t k = block.first_class; k < block.end_class; ++k) {
      const ClassColumn<Tag<T>, equal> column(block, k, lane);
      const DivergenceFrom<Tag<T>> from(
          d, hn::Load(d, block.arrays.mean.data() + block.place(k, lane)));
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            const auto p = column.p(m);
            const Log2<Tag<T>> log2_p = log2_of(d, p);
            certainty.add_product(column.weighted(m, p), log2_p.value());
            divergence.add(
                column.weighted(m, divergence_term(d, p, log2_p, from, column.deviation(p))));
          },
          [&]() QUALM_INLINE_LAMBDA {
            certainty.end_chunk();
            divergence.end_chunk();
          });
    }
    sums.at(lane).aleatoric = certainty.total();
    sums.at(lane).epistemic = divergence.total();
  }
}

template <class T>
void add_entropy(const Block<T>& block, BlockSums<T>& sums) {
  if (block.job.equal_weights) {
    add_entropy_of<true>(block, sums);
  } else {
    add_entropy_of<false>(block, sums);
  }
}

template <class T>
void store_entropy(const Block<T>& block, const BlockSums<T>& sums) {
  const double share = block.member_share();
  store_sums(block, entropy_index, {-share, share * divergence_bits}, sums);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
