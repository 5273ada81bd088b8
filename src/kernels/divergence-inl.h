// SPDX-License-Identifier: Apache-2.0
// The term of a Kullback-Leibler divergence, without cancellation.
#if defined(QUALM_KERNELS_DIVERGENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIVERGENCE_INL_H_
#undef QUALM_KERNELS_DIVERGENCE_INL_H_
#else
#define QUALM_KERNELS_DIVERGENCE_INL_H_
#endif

#include "kernels/summed_families-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

inline constexpr double ln_of_2 = 0.69314718055994530942;

// What turns a sum of divergence terms into bits: they are natural, and counted in the unit of the
// deviations, so that those of tiny probabilities that differ in the last bit do not underflow.
inline constexpr double divergence_bits = log2_of_e / deviation_scale;

// The units of a family that sums p log2(p) for its aleatoric part and divergence terms for its
// epistemic part.
template <class T>
HWY_INLINE Units divergence_units(const Block<T>& block, bool is_label_wise) {
  const double share = block.member_share();
  return {-share / deviation_scale, share * divergence_bits, is_label_wise};
}

// Coefficients of 2 (atanh(s) / s - 1) / s^2 as a polynomial in s^2 for |s| <= 1/5, highest power
// first. Fitted so that a divergence term is exact to 3e-8 (float) and 6e-16 (double).
template <class T>
struct CurveOfLog;

template <>
struct CurveOfLog<float> {
  static constexpr float values[] = {0.302066536F, 0.399664605F, 0.666668391F};
};

template <>
struct CurveOfLog<double> {
  static constexpr double values[] = {
      0.1511368089353119918, 0.1528423265710063155, 0.1818458860380443798, 0.2222218318068126429,
      0.2857142883267972711, 0.3999999999934564574, 0.6666666666666693385};
};

// The divergence of members from one mean: p log(p / mean) - (p - mean), never negative, and 0
// exactly when deviation = p - mean is 0. What is subtracted averages to 0 over the members, so the
// mean of this is the mean of p log(p / mean).
//
// With near = 2^e mean within a factor of 3/2 of p, it is the divergence of p from near, which a
// short series in s = (p - near) / (p + near) gives, plus p e log(2) + (mean - near), which is 0
// where e is 0. Relative error of a term: below 2e-6 in float lanes, 2e-14 in double lanes.
template <class D>
class DivergenceFrom {
  using T = hn::TFromD<D>;
  using V = Vec<D>;
  using DI = hn::RebindToSigned<D>;
  using Bits = FloatBits<T>;

 public:
  // p and mean are in units of 1 / deviation_scale. Means whose product with the floor would
  // be no normal number are taken for larger ones.
  HWY_INLINE DivergenceFrom(D d, V mean) {
    constexpr T least = Bits::smallest_normal * T(2) / Bits::divergence_floor;
    mean_ = hn::Max(mean, hn::Set(d, least));
    // e is at least that of the floor: the divergence from near is then less than a rounding error
    // of the rest. Where the mean is 0, all of p is, and e has to be 0.
    floor_ = hn::Mul(mean_, hn::IfThenElse(hn::Gt(mean_, hn::Set(d, least)),
                                           hn::Set(d, Bits::divergence_floor), hn::Set(d, T(1))));
    const DI bits;
    half_below_ =
        hn::Sub(hn::BitCast(bits, mean_), hn::Set(bits, hn::TFromD<DI>(1) << (Bits::mantissa - 1)));
  }

  // Needs p in [0, 1 + ulp] and deviation as Deviation gives it.
  HWY_INLINE V term(D d, V p, V deviation) const {
    const DI bits;
    // The difference of the bits of two numbers is close to that of their logarithms.
    const auto power = hn::And(hn::Sub(bits_of_larger(d, p, floor_), half_below_),
                               hn::Set(bits, Bits::exponent_mask));  // e << mantissa
    const V near = hn::BitCast(d, hn::Add(hn::BitCast(bits, mean_), power));
    const V step = hn::Sub(mean_, near);
    const V from_near = hn::Add(deviation, step);
    const V s = hn::Div(from_near, hn::Add(p, near));
    const V square = hn::Mul(s, s);
    const V curve = hn::Mul(hn::Mul(p, square), polynomial(d, CurveOfLog<T>::values, square));
    const V log_step =
        hn::Mul(whole_power(d, power), hn::Set(d, static_cast<T>(power_unit<T> * ln_of_2)));
    return hn::Add(hn::Mul(s, hn::Add(from_near, curve)), mul_add(d, p, log_step, step));
  }

 private:
  V mean_, floor_;
  Vec<DI> half_below_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
