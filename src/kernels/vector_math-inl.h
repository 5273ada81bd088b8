// SPDX-License-Identifier: Apache-2.0
// Elementary functions, written once for float and double lanes and compiled for each target. Only
// operations that IEEE 754 defines to the last bit, in an order that does not depend on the width
// of a vector: the same bits on every target.
#if defined(QUALM_KERNELS_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_VECTOR_MATH_INL_H_
#undef QUALM_KERNELS_VECTOR_MATH_INL_H_
#else
#define QUALM_KERNELS_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
using Vec = hn::Vec<D>;

template <class T>
struct FloatBits;

template <>
struct FloatBits<float> {
  static constexpr int mantissa = 23;
  static constexpr float bias = 127.0F;
  static constexpr std::uint32_t one = 0x3F800000U;
  static constexpr std::uint32_t lowest_exponent_bit = 1U << 23U;
  static constexpr std::uint32_t sqrt_half = 0x3F3504F3U;
  static constexpr float two_to_mantissa = 0x1p23F;
  static constexpr float smallest_normal = 0x1p-126F;
};

template <>
struct FloatBits<double> {
  static constexpr int mantissa = 52;
  static constexpr double bias = 1023.0;
  static constexpr std::uint64_t one = 0x3FF0000000000000ULL;
  static constexpr std::uint64_t lowest_exponent_bit = 1ULL << 52U;
  static constexpr std::uint64_t sqrt_half = 0x3FE6A09E667F3BCDULL;
  static constexpr double two_to_mantissa = 0x1p52;
  static constexpr double smallest_normal = 0x1p-1022;
};

inline constexpr double log2_of_e = 1.4426950408889634074;

// The coefficients of q in atanh(s) = s + s^3 q(s^2), highest power first.
template <class T>
struct AtanhCoefficients;

template <>
struct AtanhCoefficients<float> {
  // Fitted to q on the range that atanh_tail() names.
  static constexpr float values[] = {0.15184219F, 0.19978736F, 0.33333474F};
};

template <>
struct AtanhCoefficients<double> {
  static constexpr double values[] = {1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
                                      1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
};

// a * b + c, rounded once. A target without such an instruction asks the C library, slowly, for the
// same bits.
template <class D, class V = Vec<D>>
HWY_INLINE V mul_add(D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
  (void)d;
  return hn::MulAdd(a, b, c);
#else
  using T = hn::TFromD<D>;
  HWY_ALIGN T factor[hn::MaxLanes(d)], other[hn::MaxLanes(d)], sum[hn::MaxLanes(d)];
  hn::Store(a, d, factor);
  hn::Store(b, d, other);
  hn::Store(c, d, sum);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) sum[i] = std::fma(factor[i], other[i], sum[i]);
  return hn::Load(d, sum);
#endif
}

// a * b - c, rounded once.
template <class D, class V = Vec<D>>
HWY_INLINE V mul_sub(D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
  (void)d;
  return hn::MulSub(a, b, c);
#else
  return mul_add(d, a, b, hn::Neg(c));
#endif
}

// The polynomial with these coefficients, highest power first. A long one as two half-length Horner
// chains in x^2: what follows waits half as long for it.
template <class D, std::size_t n, class V = Vec<D>>
HWY_INLINE V polynomial(D d, const hn::TFromD<D> (&coefficients)[n], V x) {
  if constexpr (n <= 4) {
    V sum = hn::Set(d, coefficients[0]);
    for (std::size_t i = 1; i < n; ++i) sum = mul_add(d, sum, x, hn::Set(d, coefficients[i]));
    return sum;
  }
  const V x_squared = hn::Mul(x, x);
  V even = hn::Set(d, coefficients[(n - 1) % 2]);
  V odd = hn::Set(d, coefficients[n % 2]);
  for (std::size_t i = (n - 1) % 2 + 2; i < n; i += 2) {
    even = mul_add(d, even, x_squared, hn::Set(d, coefficients[i]));
  }
  for (std::size_t i = n % 2 + 2; i < n; i += 2) {
    odd = mul_add(d, odd, x_squared, hn::Set(d, coefficients[i]));
  }
  return mul_add(d, odd, x, even);
}

// q(s^2) for |s| <= 0.2005, which is where a ratio within a factor of 2^0.586 leads. What
// is missing is below 4e-9 (float) and 6e-16 (double) relative to atanh(s).
template <class D, class V = Vec<D>>
HWY_INLINE V atanh_tail(D d, V s_squared) {
  return polynomial(d, AtanhCoefficients<hn::TFromD<D>>::values, s_squared);
}

// 2^j for whole j, at least the exponent of the smallest normal number.
template <class D, class V = Vec<D>>
HWY_INLINE V power_of_two(D d, V j) {
  using Bits = FloatBits<hn::TFromD<D>>;
  const hn::RebindToUnsigned<D> du;
  const V shifted = hn::Add(j, hn::Set(d, Bits::two_to_mantissa + Bits::bias));
  return hn::BitCast(d, hn::ShiftLeft<Bits::mantissa>(hn::BitCast(du, shifted)));
}

// A small whole number, given as integer, plus an offset: no target needs a conversion for it.
template <class D, class VU, class T = hn::TFromD<D>>
HWY_INLINE Vec<D> whole_number(D d, VU integer, T offset) {
  const hn::RebindToUnsigned<D> du;
  const T magic = FloatBits<T>::two_to_mantissa;
  const Vec<D> shifted = hn::BitCast(d, hn::Or(integer, hn::BitCast(du, hn::Set(d, magic))));
  return hn::Sub(shifted, hn::Set(d, magic - offset));
}

// Nearest whole number, ties to even, for |x| < 2^(mantissa - 2).
template <class D, class V = Vec<D>>
HWY_INLINE V round_to_whole(D d, V x) {
  using T = hn::TFromD<D>;
  const V magic = hn::Set(d, T(1.5) * FloatBits<T>::two_to_mantissa);
  return hn::Sub(hn::Add(x, magic), magic);
}

// log2(x) for x > 0: relative error below 2e-7 (float), 4e-16 (double), exact at powers of two. At
// 0 a finite number, so that 0 * log2(0) = 0 without a branch. Wrong for subnormal x, where x *
// log2(x) is nothing anyway. Needs x >= +0.
template <class D, class V = Vec<D>>
HWY_INLINE V log2_of(D d, V x) {
  using T = hn::TFromD<D>;
  using Bits = FloatBits<T>;
  const hn::RebindToUnsigned<D> du;
  // x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); e is read off a number near
  // 2^mantissa.
  const auto bits = hn::BitCast(du, x);
  const auto one = hn::Set(du, Bits::one);
  const auto shifted = hn::Add(hn::Sub(bits, hn::Set(du, Bits::sqrt_half)), one);
  const auto exponent = hn::ShiftRight<Bits::mantissa>(shifted);
  const auto reduced = hn::Add(hn::Sub(bits, hn::ShiftLeft<Bits::mantissa>(exponent)), one);
  const V e = whole_number(d, exponent, -Bits::bias);
  const V f = hn::Sub(hn::BitCast(d, reduced), hn::Set(d, T(1)));
  const V s = hn::Div(f, hn::Add(f, hn::Set(d, T(2))));
  const V s_squared = hn::Mul(s, s);
  const V atanh = mul_add(d, hn::Mul(s, s_squared), atanh_tail(d, s_squared), s);
  return mul_add(d, atanh, hn::Set(d, T(2 * log2_of_e)), e);
}

// log2(1 - x) for 0 <= x <= 1, accurate also for small x; finite at 1. Relative error below 3e-7
// (float), 5e-16 (double).
template <class D, class V = Vec<D>>
HWY_INLINE V log2_of_one_minus(D d, V x) {
  using T = hn::TFromD<D>;
  const V two = hn::Set(d, T(2));
  const V s = hn::Div(x, hn::Sub(two, x));
  const V s_squared = hn::Mul(s, s);
  const V atanh = mul_add(d, hn::Mul(s, s_squared), atanh_tail(d, s_squared), s);
  const V near_zero = hn::Mul(atanh, hn::Set(d, T(-2 * log2_of_e)));
  const V elsewhere = log2_of(d, hn::Sub(hn::Set(d, T(1)), x));
  return hn::IfThenElse(hn::Le(x, hn::Set(d, T(0.25))), near_zero, elsewhere);
}

// e^x for x <= 0 in double lanes: relative error below 4e-16 where the result is a normal number,
// and 0 below that.
template <class D, class V = Vec<D>>
HWY_INLINE V exp_of(D d, V x) {
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
                                                  1.0,
                                                  1.0};
  const double lowest = -708.0;
  const V clamped = hn::Max(x, hn::Set(d, lowest));
  const V n = round_to_whole(d, hn::Mul(clamped, hn::Set(d, log2_of_e)));
  // ln 2 in two parts, the first short enough for n times it to be exact.
  const V high = hn::Mul(n, hn::Set(d, 0x1.62e42feep-1));
  const V low = hn::Mul(n, hn::Set(d, 0x1.a39ef35793c76p-33));
  const V r = hn::Sub(hn::Sub(clamped, high), low);
  const V sum = polynomial(d, inverse_factorials, r);
  return hn::IfThenElseZero(hn::Ge(x, hn::Set(d, lowest)), hn::Mul(sum, power_of_two(d, n)));
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
