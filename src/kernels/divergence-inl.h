// SPDX-License-Identifier: Apache-2.0
// The term of a Kullback-Leibler divergence, without cancellation.
#if defined(QUALM_KERNELS_DIVERGENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIVERGENCE_INL_H_
#undef QUALM_KERNELS_DIVERGENCE_INL_H_
#else
#define QUALM_KERNELS_DIVERGENCE_INL_H_
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Divergence terms are computed on numbers scaled up by this, so that those of tiny probabilities
// that differ in the last bit do not underflow.
inline constexpr double divergence_scale = 0x1p64;

// What turns a sum of such terms into bits.
inline constexpr double divergence_bits = log2_of_e / divergence_scale;

// p log(p / mean) - (p - mean), scaled by divergence_scale: never negative, 0 exactly when
// deviation = p - mean is 0. What is subtracted averages to 0 over the members, so the mean of this
// is the mean of p log(p / mean). A power of two 2^j near p / mean is split off, j being the
// rounded difference of the bit patterns, which is log2(p / mean) to within 0.086. With mean' = 2^j
// mean and s = (p - mean') / (p + mean'):
//   log(p / mean) = j log 2 + 2 atanh(s), and for j = 0
//   p log(p / mean) - (p - mean) = s (p - mean) + 2 p s^3 q(s^2)   (both of one order, no
//   cancellation).
// Relative error: below 2e-6 in float lanes, 4e-15 in double lanes. Needs p and mean in [0, 1 +
// ulp].
template <class D, class V = Vec<D>>
HWY_INLINE V divergence_term(D d, V p, V mean, V deviation) {
  using T = hn::TFromD<D>;
  using Bits = FloatBits<T>;
  const hn::RebindToUnsigned<D> du;
  const auto half = hn::Set(du, Bits::one + (Bits::lowest_exponent_bit >> 1U));
  const auto ratio_bits = hn::Add(hn::Sub(hn::BitCast(du, p), hn::BitCast(du, mean)), half);
  const auto exponent = hn::ShiftRight<Bits::mantissa>(ratio_bits);
  const V power = hn::BitCast(d, hn::ShiftLeft<Bits::mantissa>(exponent));
  const V j = whole_number(d, exponent, -Bits::bias);

  const V scale = hn::Set(d, static_cast<T>(divergence_scale));
  const V scaled_p = hn::Mul(p, scale);
  const V scaled_mean = hn::Mul(mean, scale);
  const V scaled_deviation = hn::Mul(deviation, scale);
  const auto is_near = hn::Eq(power, hn::Set(d, T(1)));
  const V split_mean = hn::Mul(scaled_mean, power);
  const V difference = hn::IfThenElse(is_near, scaled_deviation, hn::Sub(scaled_p, split_mean));
  const V sum = hn::Add(scaled_p, split_mean);
  const V s = hn::Div(difference, hn::Max(sum, hn::Set(d, Bits::smallest_normal)));
  const V s_squared = hn::Mul(s, s);
  const V tail = hn::Mul(hn::Mul(s, s_squared), atanh_tail(d, s_squared));
  const V twice_p = hn::Add(scaled_p, scaled_p);

  const V near_term = hn::Mul(s, scaled_deviation);
  const V of_power = hn::Mul(j, hn::Set(d, static_cast<T>(1 / log2_of_e)));
  const V far_term = mul_add(d, scaled_p, of_power, mul_sub(d, twice_p, s, scaled_deviation));
  return mul_add(d, twice_p, tail, hn::IfThenElse(is_near, near_term, far_term));
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
