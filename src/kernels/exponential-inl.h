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
  static constexpr double inverse_factorials[] = {1.0 / 6227020800,
                                                  1.0 / 479001600,
                                                  1.0 / 39916800,
                                                  1.0 / 3628800,
                                                  1.0 / 362880,
                                                  1.0 / 40320,
                                                  1.0 / 5040,
                                                  1.0 / 720,
                                                  1.0 / 120,
                                                  1.0 / 24,
                                                  1.0 / 6,
                                                  0.5,
                                                  1.0};
  const V clamped = hn::Max(x, hn::Set(d, -700.0));
  const V n = round_to_whole(d, hn::Mul(clamped, hn::Set(d, log2_of_e)));
  // ln 2 in two parts, the first short enough for n times it to be exact.
  const V high = hn::Mul(n, hn::Set(d, 0x1.62e42feep-1));
  const V low = hn::Mul(n, hn::Set(d, 0x1.a39ef35793c76p-33));
  const V rest = hn::Sub(hn::Sub(clamped, high), low);
  const V less_one = hn::Mul(rest, polynomial(d, inverse_factorials, rest));
  const V scale = power_of_two(d, n);
  const V scaled = hn::Mul(less_one, scale);
  return {hn::Add(scaled, scale), hn::Add(scaled, hn::Sub(scale, hn::Set(d, 1.0)))};
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
