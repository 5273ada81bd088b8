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

// Coefficients of (g - log(1 + g)) / g^2 for 1 + g between sqrt(1/2) and sqrt(2), highest power
// first. Fitted so that a divergence term is exact to 3e-7 (float) and 5e-15 (double).
template <class T>
struct CurveOfLog;

template <>
struct CurveOfLog<float> {
  static constexpr float values[] = {-0.0863186115F, 0.14092751F,  -0.148578144F, 0.165984268F,
                                     -0.199711059F,  0.250007826F, -0.333336802F, 0.499999991F};
};

template <>
struct CurveOfLog<double> {
  static constexpr double values[] = {
      -0.030324378225857006, 0.065681270948529755, -0.070029287128725526, 0.06323498813378868,
      -0.0649805421637107,   0.071102151728996574, -0.07704540393628892,  0.083366526715774616,
      -0.090904426635923519, 0.099998384160504383, -0.11111120128800314,  0.12500004059723299,
      -0.14285714211785927,  0.16666666617582382,  -0.20000000000111695,  0.25000000000224371,
      -0.33333333333333776,  0.49999999999999833};
};

// log(u) = line - curve, where the curve is what a straight line through 1 misses: u is 2^power
// (1 + g) with 1 + g between sqrt(1/2) and sqrt(2), line = power log(2) + g, curve = g - log(1 +
// g).
template <class D>
struct LogOfRatio {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  hn::Mask<D> is_near;  // power is 0
  V line, curve;

  HWY_INLINE V value() const { return hn::Sub(line, curve); }

  // x = u - 1 with all its digits, which u near 1 has not.
  HWY_INLINE LogOfRatio(D d, V u, V x) {
    const PowerAndRest<D> split = split_power(d, u);
    is_near = split.is_zero;
    const V g = hn::IfThenElse(is_near, x, split.f);
    curve = hn::Mul(hn::Mul(g, g), polynomial(d, CurveOfLog<T>::values, g));
    line = mul_add(d, split.power, hn::Set(d, static_cast<T>(power_unit<T> * ln_of_2)), g);
  }
};

// p log(p / mean) - (p - mean): never negative, 0 exactly when deviation = p - mean is 0. What is
// subtracted averages to 0 over the members, so the mean of this is the mean of p log(p / mean).
// p and deviation are in the same unit, x = deviation / mean, log_ratio of u = p / mean. Near the
// mean p (line - curve) - deviation is deviation x - p curve, as line = x and p = mean (1 + x).
// Relative error: below 2e-6 in float lanes, 2e-14 in double lanes.
template <class D, class V = Vec<D>>
HWY_INLINE V divergence_term(D d, V p, V deviation, V x, const LogOfRatio<D>& log_ratio) {
  const V near_part = hn::Mul(deviation, x);
  const V far_part = mul_sub(d, p, log_ratio.line, deviation);
  return hn::Sub(hn::IfThenElse(log_ratio.is_near, near_part, far_part),
                 hn::Mul(p, log_ratio.curve));
}

// The divergence of members from one mean.
template <class D>
struct DivergenceFrom {
  using T = hn::TFromD<D>;
  Vec<D> inverse;  // 1 / mean, in the unit of the deviations

  // Means so small that their inverse is no normal number are taken for larger ones: terms that are
  // nothing stay positive.
  HWY_INLINE DivergenceFrom(D d, Vec<D> mean)
      : inverse(hn::Div(hn::Set(d, static_cast<T>(1 / deviation_scale)),
                        hn::Max(mean, hn::Set(d, T(64) * FloatBits<T>::smallest_normal)))) {}

  // Needs p and mean in [0, 1 + ulp], and deviation as Deviation gives it.
  HWY_INLINE Vec<D> term(D d, Vec<D> p, Vec<D> deviation) const {
    const auto scaled = hn::Mul(p, hn::Set(d, static_cast<T>(deviation_scale)));
    const auto x = hn::Mul(deviation, inverse);
    return divergence_term(d, scaled, deviation, x, LogOfRatio<D>(d, hn::Mul(scaled, inverse), x));
  }
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
