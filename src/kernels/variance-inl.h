// SPDX-License-Identifier: Apache-2.0
// AU_k = E[p(1-p)], EU_k = Var(p), weighted and summed over the classes.
// Relative error: below 2e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_VARIANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_VARIANCE_INL_H_
#undef QUALM_KERNELS_VARIANCE_INL_H_
#else
#define QUALM_KERNELS_VARIANCE_INL_H_
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Deviations are squared after this scaling: confident float32 members differ by 1e-25, and the
// square of that is no float.
inline constexpr double deviation_scale = 0x1p50;

template <class T>
HWY_INLINE PartSums<Tag<T>> variance_class(const Block<T>& block, std::size_t k, std::size_t lane) {
  const Tag<T> d;
  const ClassColumn<Tag<T>> column(block, k, lane);
  PartSums<Tag<T>> sums;
  auto chance = hn::Zero(d), spread = hn::Zero(d);
  for_members(
      block.job.n_members,
      [&](std::size_t m) QUALM_INLINE_LAMBDA {
        const auto p = column.p(m);
        const auto weight = column.weight(m);
        const auto deviation =
            hn::Mul(column.deviation(p), hn::Set(d, static_cast<T>(deviation_scale)));
        chance = mul_add(d, hn::Mul(weight, p), hn::Sub(hn::Set(d, T(1)), p), chance);
        spread = mul_add(d, hn::Mul(weight, deviation), deviation, spread);
      },
      [&]() QUALM_INLINE_LAMBDA {
        sums.aleatoric.add(chance);
        sums.epistemic.add(spread);
        chance = spread = hn::Zero(d);
      });
  return sums;
}

template <class T>
void variance_block(const Block<T>& block) {
  label_wise_block(block, variance_index, 1 / (deviation_scale * deviation_scale),
                   variance_class<T>);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
