// SPDX-License-Identifier: Apache-2.0
// AU of the entropy of equal members, one term after the other: for the rows in which TU - EU loses
// too many digits.
#if defined(QUALM_KERNELS_ENTROPY_AGAIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ENTROPY_AGAIN_INL_H_
#undef QUALM_KERNELS_ENTROPY_AGAIN_INL_H_
#else
#define QUALM_KERNELS_ENTROPY_AGAIN_INL_H_
#endif

#include "kernels/divergence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// An error of EU is this many times as great in AU = TU - EU where AU is a sixteenth of TU. Where
// AU is less, digits are lost.
inline constexpr double most_lost = 15;

inline bool any_has_lost_digits(const FamilySums& sums) {
  const Tag<double> d;
  auto kept = hn::Eq(hn::Zero(d), hn::Zero(d));
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    const auto bound = hn::Mul(hn::Load(d, sums.aleatoric.data() + lane), hn::Set(d, most_lost));
    kept = hn::And(kept, hn::Ge(bound, hn::Load(d, sums.epistemic.data() + lane)));
  }
  return !hn::AllTrue(d, kept);
}

// Replaces AU where it has lost digits.
inline void replace_lost_digits(FamilySums& sums, const Lanes& aleatoric) {
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    if (!(sums.aleatoric[lane] * most_lost >= sums.epistemic[lane])) {
      sums.aleatoric[lane] = aleatoric[lane];
    }
  }
}

// -sum_m p log(p) of every class of a tile, in the unit of the deviations.
template <class T>
void measure_entropy_again(const Block<T>& block) {
  using D = Tag<T>;
  const D d;
  T* kept = block.arrays.class_parts[entropy_index].aleatoric.data();
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    MemberColumn<D, true, false> column(block, block.first_class, lane);
    for (std::size_t k = block.first_class; k < block.end_class; ++k, column.next_class()) {
      WideSum<D> sum;
      auto part = hn::Zero(d);
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            part = mul_add(d, column[m].p, column[m].log2_p().value(), part);
          },
          [&]() QUALM_INLINE_LAMBDA {
            sum.add(part);
            part = hn::Zero(d);
          });
      hn::Store(hn::Mul(sum.narrow(), hn::Set(d, static_cast<T>(-1 / divergence_bits))), d,
                kept + k * block_lanes + lane);
    }
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
