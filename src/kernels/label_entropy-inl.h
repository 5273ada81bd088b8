// SPDX-License-Identifier: Apache-2.0
// The binary entropy of each class against the rest: AU_k = E h(p), EU_k = E KL((p, 1-p) || (mean,
// 1-mean)), in bits, weighted and summed over the classes.
// Relative error: below 3e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_LABEL_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#undef QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#else
#define QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#endif

#include "kernels/divergence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <bool equal, class T>
HWY_INLINE PartSums<Tag<T>> label_entropy_class(const Block<T>& block, std::size_t k,
                                                std::size_t lane) {
  const Tag<T> d;
  const ClassColumn<Tag<T>, equal> column(block, k, lane);
  const auto one = hn::Set(d, T(1));
  const std::size_t place = block.place(k, lane);
  const DivergenceFrom<Tag<T>> of_class(d, hn::Load(d, block.arrays.mean.data() + place));
  const DivergenceFrom<Tag<T>> of_rest(d, hn::Load(d, block.arrays.co_mean.data() + place));
  PartSums<Tag<T>> sums;
  auto certainty = hn::Zero(d), divergence = hn::Zero(d);
  for_members(
      block.job.n_members,
      [&](std::size_t m) QUALM_INLINE_LAMBDA {
        const auto p = column.p(m);
        const auto q = hn::Sub(one, p);
        const Log2<Tag<T>> log2_p = log2_of(d, p), log2_q = log2_of_one_minus(d, p);
        const auto deviation = column.deviation(p);
        const auto terms = mul_add(d, p, log2_p.value(), hn::Mul(q, log2_q.value()));
        certainty = hn::Add(certainty, column.weighted(m, terms));
        const auto divergences =
            hn::Add(divergence_term(d, p, log2_p, of_class, deviation),
                    divergence_term(d, q, log2_q, of_rest, hn::Neg(deviation)));
        divergence = hn::Add(divergence, column.weighted(m, divergences));
      },
      [&]() QUALM_INLINE_LAMBDA {
        sums.aleatoric.add(hn::Neg(certainty));
        sums.epistemic.add(divergence);
        certainty = divergence = hn::Zero(d);
      });
  return sums;
}

template <class T>
Units label_entropy_units(const Block<T>& block) {
  const double share = block.member_share();
  return {share, share * divergence_bits};
}

template <class T>
void add_label_entropy(const Block<T>& block, BlockSums<T>& sums) {
  const Units units = label_entropy_units(block);
  if (block.job.equal_weights) {
    add_label_wise(block, label_entropy_index, units, label_entropy_class<true, T>, sums);
  } else {
    add_label_wise(block, label_entropy_index, units, label_entropy_class<false, T>, sums);
  }
}

template <class T>
void store_label_entropy(const Block<T>& block, const BlockSums<T>& sums) {
  store_sums(block, label_entropy_index, label_entropy_units(block), sums);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
