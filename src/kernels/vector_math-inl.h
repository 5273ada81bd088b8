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
  static constexpr std::int32_t sqrt_half = 0x3F3504F3;
  static constexpr std::int32_t exponent_mask = -(1 << 23);
  static constexpr float two_to_mantissa = 0x1p23F;
  static constexpr float smallest_normal = 0x1p-126F;
  static constexpr float divergence_floor = 0x1p-20F;
};

template <>
struct FloatBits<double> {
  static constexpr int mantissa = 52;
  static constexpr double bias = 1023.0;
  static constexpr std::int64_t sqrt_half = 0x3FE6A09E667F3BCDLL;
  static constexpr std::int64_t exponent_mask = -(1LL << 52);
  static constexpr double two_to_mantissa = 0x1p52;
  static constexpr double smallest_normal = 0x1p-1022;
  static constexpr double divergence_floor = 0x1p-48;
};

inline constexpr double log2_of_e = 1.4426950408889634074;

// Coefficients of (atanh(s) / s - 1) / s^2 as a polynomial in s^2, highest power first, for
// |s| <= 0.172: (1 + s) / (1 - s) is then between sqrt(1/2) and sqrt(2). Fitted to 3e-9 (float) and
// 5e-18 (double) of atanh(s).
template <class T>
struct AtanhCoefficients;

template <>
struct AtanhCoefficients<float> {
  static constexpr float values[] = {0.147899747F, 0.199943903F, 0.333333425F};
};

template <>
struct AtanhCoefficients<double> {
  static constexpr double values[] = {
      0.0730822484252170293, 0.07665860800278020634, 0.0909144456263086104, 0.1111110556739753993,
      0.1428571431298774246, 0.1999999999994975224,  0.3333333333333334843};
};

// a * b + c, rounded twice: a fused multiply-add would be another result, and most targets that
// have none would need thirty times as long to find it.
template <class D, class V = Vec<D>>
HWY_INLINE V mul_add(D /*d*/, V a, V b, V c) {
  return hn::Add(hn::Mul(a, b), c);
}

// a * b - c, rounded twice.
template <class D, class V = Vec<D>>
HWY_INLINE V mul_sub(D /*d*/, V a, V b, V c) {
  return hn::Sub(hn::Mul(a, b), c);
}

// The terms of a polynomial from `first` on, every second one, as a polynomial in the square of x.
template <std::size_t first, class D, std::size_t n, class V = Vec<D>>
HWY_INLINE V every_second_term(D d, const hn::TFromD<D> (&coefficients)[n], V square) {
  V sum = hn::Set(d, coefficients[first]);
  for (std::size_t i = first + 2; i < n; i += 2) {
    sum = mul_add(d, sum, square, hn::Set(d, coefficients[i]));
  }
  return sum;
}

// The polynomial with these coefficients, highest power first: even and odd powers apart, which
// wait for each other half as long as one after the other. A short one has no more to wait for.
template <class D, std::size_t n, class V = Vec<D>>
HWY_INLINE V polynomial(D d, const hn::TFromD<D> (&coefficients)[n], V x) {
  if constexpr (n == 3) {
    const V slope = mul_add(d, x, hn::Set(d, coefficients[0]), hn::Set(d, coefficients[1]));
    return mul_add(d, slope, x, hn::Set(d, coefficients[2]));
  } else {
    const V square = hn::Mul(x, x);
    const V even = every_second_term<(n + 1) % 2>(d, coefficients, square);
    const V odd = every_second_term<n % 2>(d, coefficients, square);
    return mul_add(d, odd, x, even);
  }
}

// The bits of the larger of two numbers that are not negative: floats are ordered as their bits
// are, which the portable target compares without a branch.
template <class D, class V = Vec<D>>
HWY_INLINE Vec<hn::RebindToSigned<D>> bits_of_larger(D /*d*/, V a, V b) {
  const hn::RebindToSigned<D> bits;
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
    return hn::Max(hn::BitCast(bits, a), hn::BitCast(bits, b));
  } else {
    return hn::BitCast(bits, hn::Max(a, b));
  }
}

// 2^j for whole j, at least the exponent of the smallest normal number.
template <class D, class V = Vec<D>>
HWY_INLINE V power_of_two(D d, V j) {
  using Bits = FloatBits<hn::TFromD<D>>;
  const hn::RebindToUnsigned<D> du;
  const V shifted = hn::Add(j, hn::Set(d, Bits::two_to_mantissa + Bits::bias));
  return hn::BitCast(d, hn::ShiftLeft<Bits::mantissa>(hn::BitCast(du, shifted)));
}

// Nearest whole number, ties to even, for |x| < 2^(mantissa - 2).
template <class D, class V = Vec<D>>
HWY_INLINE V round_to_whole(D d, V x) {
  using T = hn::TFromD<D>;
  const V magic = hn::Set(d, T(1.5) * FloatBits<T>::two_to_mantissa);
  return hn::Sub(hn::Add(x, magic), magic);
}

// x = 2^whole (1 + f), with 1 + f between sqrt(1/2) and sqrt(2). Finite at 0; wrong for subnormal
// x. Needs x >= +0. power is whole / power_unit, as it is read off the bits.
template <class T>
inline constexpr T power_unit = sizeof(T) == sizeof(float) ? T(1) / FloatBits<T>::two_to_mantissa
                                                           : T(1);

// A power of two that is given by its bits, e << mantissa, as e / power_unit.
template <class D>
HWY_INLINE Vec<D> whole_power(D d, Vec<hn::RebindToSigned<D>> power) {
  using T = hn::TFromD<D>;
  using Bits = FloatBits<T>;
  if constexpr (sizeof(T) == sizeof(float)) {
    return hn::ConvertTo(d, power);
  } else {
    // AVX2 has no conversion of long integers: read off the last bits of a number near 2^mantissa.
    const hn::RebindToSigned<D> di;
    const hn::RebindToUnsigned<D> du;
    const auto biased = hn::BitCast(du, hn::Add(power, hn::BitCast(di, hn::Set(d, T(1)))));
    const auto magic = hn::BitCast(du, hn::Set(d, Bits::two_to_mantissa));
    return hn::Sub(hn::BitCast(d, hn::Or(hn::ShiftRight<Bits::mantissa>(biased), magic)),
                   hn::Set(d, Bits::two_to_mantissa + Bits::bias));
  }
}

template <class D>
struct PowerAndRest {
  Vec<D> power, f;
};

template <class D, class V = Vec<D>>
HWY_INLINE PowerAndRest<D> split_power(D d, V x) {
  using T = hn::TFromD<D>;
  using Bits = FloatBits<T>;
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto power = hn::And(hn::Sub(bits, hn::Set(di, Bits::sqrt_half)),
                             hn::Set(di, Bits::exponent_mask));  // whole << mantissa
  const V f = hn::Sub(hn::BitCast(d, hn::Sub(bits, power)), hn::Set(d, T(1)));
  return {whole_power(d, power), f};
}

// log2((1 + s) / (1 - s)) for |s| <= 0.172, with the relative error of log2_of.
template <class D, class V = Vec<D>>
HWY_INLINE V log2_of_ratio(D d, V s) {
  using T = hn::TFromD<D>;
  const V s_squared = hn::Mul(s, s);
  const V tail = polynomial(d, AtanhCoefficients<T>::values, s_squared);
  const V atanh = mul_add(d, hn::Mul(s, s_squared), tail, s);
  return hn::Mul(atanh, hn::Set(d, static_cast<T>(2 * log2_of_e)));
}

// log2(1 + f) for 1 + f between sqrt(1/2) and sqrt(2), with the relative error of log2_of.
template <class D, class V = Vec<D>>
HWY_INLINE V log2_of_one_plus(D d, V f) {
  return log2_of_ratio(d, hn::Div(f, hn::Add(f, hn::Set(d, hn::TFromD<D>(2)))));
}

// A logarithm as a whole number plus a fraction within 1/2, apart: the difference of two such does
// not lose digits to the size of the numbers.
template <class D>
struct Log2 {
  Vec<D> power, fraction;

  HWY_INLINE Vec<D> value() const { return join(power, fraction); }
  // log2 of the quotient.
  HWY_INLINE Vec<D> minus(const Log2& other) const {
    return join(hn::Sub(power, other.power), hn::Sub(fraction, other.fraction));
  }

 private:
  // The product is exact: fused or not, the sum is rounded once.
  HWY_INLINE static Vec<D> join(Vec<D> power, Vec<D> fraction) {
    return hn::MulAdd(power, hn::Set(D(), power_unit<hn::TFromD<D>>), fraction);
  }
};

// log2(x) for x > 0: relative error below 3e-7 (float), 6e-16 (double), exact at powers of two. At
// 0 a finite number, so that 0 * log2(0) = 0 without a branch. Wrong for subnormal x, where x *
// log2(x) is nothing anyway. Needs x >= +0.
template <class D, class V = Vec<D>>
HWY_INLINE Log2<D> log2_of(D d, V x) {
  const PowerAndRest<D> split = split_power(d, x);
  return {split.power, log2_of_one_plus(d, split.f)};
}

// log2(x) for 0 <= x <= 1 and rest = 1 - x, accurate also for small rests. Relative error as above.
template <class D, class V = Vec<D>>
HWY_INLINE Log2<D> log2_of(D d, V x, V rest) {
  const PowerAndRest<D> split = split_power(d, x);
  // Then x has lost digits that the rest has.
  const auto is_small = hn::Le(rest, hn::Set(d, hn::TFromD<D>(0.25)));
  return {split.power, log2_of_one_plus(d, hn::IfThenElse(is_small, hn::Neg(rest), split.f))};
}

// 1 / j! for j = first, first + 1, ..., the highest j first: the factorials are exact in double.
template <std::size_t first, std::size_t n>
struct InverseFactorials {
  double values[n] = {};
  constexpr InverseFactorials() {
    double factorial = 1;
    for (std::size_t j = 0; j < first + n; ++j) {
      if (j > 1) factorial *= static_cast<double>(j);
      if (j >= first) values[first + n - 1 - j] = 1 / factorial;
    }
  }
};

// x + lost - n ln 2. ln 2 is in two parts, the first short enough for n times it to be exact.
template <class D, class V = Vec<D>>
HWY_INLINE V less_multiple_of_log_2(D d, V x, V n, V lost) {
  const V high = hn::Mul(n, hn::Set(d, 0x1.62e42feep-1));
  const V low = hn::Mul(n, hn::Set(d, 0x1.a39ef35793c76p-33));
  return hn::Sub(hn::Sub(x, high), hn::Sub(low, lost));
}

// e^(a - b) for a <= b in double lanes: relative error below 4e-16 where the result is a normal
// number, and 0 below that.
template <class D, class V = Vec<D>>
HWY_INLINE V exp_of_difference(D d, V a, V b) {
  static constexpr InverseFactorials<0, 14> coefficients;
  const double lowest = -708.0;
  const V x = hn::Sub(a, b);
  // What x has lost by rounding, exactly: a difference of -700 would lose the last three digits.
  const V minus_b = hn::Sub(x, a);
  const V lost = hn::Sub(hn::Sub(a, hn::Sub(x, minus_b)), hn::Add(b, minus_b));
  const V clamped = hn::Max(x, hn::Set(d, lowest));
  const V n = round_to_whole(d, hn::Mul(clamped, hn::Set(d, log2_of_e)));
  const V r = less_multiple_of_log_2(d, clamped, n, lost);
  const V sum = polynomial(d, coefficients.values, r);
  return hn::IfThenElseZero(hn::Ge(x, hn::Set(d, lowest)), hn::Mul(sum, power_of_two(d, n)));
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
