// SPDX-License-Identifier: Apache-2.0
// The exponential function in double lanes, with all digits near 1.
#if defined(QUALM_KERNELS_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_EXPONENTIAL_INL_H_
#undef QUALM_KERNELS_EXPONENTIAL_INL_H_
#else
#define QUALM_KERNELS_EXPONENTIAL_INL_H_
#endif

#include "kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class D>
struct Exponential {
  Vec<D> value, less_one;
};

// e^x and e^x - 1 in double lanes for x <= 700: relative error of both below 1e-15 times
// max(1, |x|). Below -700 as there.
template <class D, class V = Vec<D>>
HWY_INLINE Exponential<D> exponential_of(D d, V x) {
  static constexpr InverseFactorials<1, 13> coefficients;
  const V clamped = hn::Max(x, hn::Set(d, -700.0));
  const V n = round_to_whole(d, hn::Mul(clamped, hn::Set(d, log2_of_e)));
  const V rest = less_multiple_of_log_2(d, clamped, n, hn::Zero(d));
  const V less_one = hn::Mul(rest, polynomial(d, coefficients.values, rest));
  const V scale = power_of_two(d, n);
  const V scaled = hn::Mul(less_one, scale);
  return {hn::Add(scaled, scale), hn::Add(scaled, hn::Sub(scale, hn::Set(d, 1.0)))};
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
