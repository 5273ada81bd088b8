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

// Whether AU = TU - EU is less than a sixteenth of TU, so that an error of EU is more than 15 times
// as great in AU.
inline bool has_lost_digits(double aleatoric, double epistemic) {
  return aleatoric * 15 < epistemic;
}

// Replaces AU where it has lost digits by what again() says.
template <class Again>
void find_lost_digits(FamilySums& sums, std::size_t count, const Again& again) {
  std::array<bool, block_lanes> has_lost{};
  bool any = false;
  for (std::size_t lane = 0; lane < count; ++lane) {
    has_lost[lane] = has_lost_digits(sums.aleatoric[lane], sums.epistemic[lane]);
    any |= has_lost[lane];
  }
  if (!any) return;
  const Lanes terms = again();
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (has_lost[lane]) sums.aleatoric[lane] = terms[lane];
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
