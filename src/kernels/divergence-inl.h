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

// What turns a sum of divergence terms into bits: they are natural, and counted in the unit of the
// deviations, so that those of tiny probabilities that differ in the last bit do not underflow.
inline constexpr double divergence_bits = log2_of_e / deviation_scale;

// The units of a family that sums p log2(p) for its aleatoric part and divergence terms for its
// epistemic part.
template <class T>
HWY_INLINE Units divergence_units(const Block<T>& block, bool is_label_wise) {
  const double share = block.member_share();
  return {-share, share * divergence_bits, is_label_wise};
}

// The series of ((1 + x) log(1 + x) - x) / x^2 for |x| <= reach, highest power first: fitted to
// 1.1e-7 (float) and 2e-15 (double).
template <class T>
struct DivergenceSeries;

template <>
struct DivergenceSeries<float> {
  static constexpr float reach = 0.3F;
  static constexpr float values[] = {0.0200965945F, -0.0261766128F, 0.0331996232F, -0.0498906374F,
                                     0.0833358839F, -0.166667908F,  0.5F};
};

template <>
struct DivergenceSeries<double> {
  static constexpr double reach = 0.25;
  static constexpr double values[] = {
      0.0050902366638183594,  -0.0057544708251953125, 0.0053948014974594116,
      -0.0063112117350101471, 0.007581370766274631,   -0.0090958461514674127,
      0.011110935480246553,   -0.013888758483972197,  0.017857145761638549,
      -0.023809525558981193,  0.033333333312791424,   -0.049999999989724486,
      0.083333333333348109,   -0.16666666666668448,   0.5};
};

// What the divergences of all members from one mean have in common.
template <class D>
struct DivergenceFrom {
  using T = hn::TFromD<D>;
  Vec<D> inverse;  // 1 / mean, in the unit of the deviations
  Log2<D> log2_mean;

  // Means so small that their logarithm or inverse is no normal number are taken for larger ones:
  // terms that are nothing stay positive.
  HWY_INLINE DivergenceFrom(D d, Vec<D> mean)
      : inverse(hn::Div(hn::Set(d, static_cast<T>(1 / deviation_scale)),
                        hn::Max(mean, hn::Set(d, T(64) * FloatBits<T>::smallest_normal)))),
        log2_mean(log2_of(d, mean)) {}
};

// p log(p / mean) - (p - mean): never negative, 0 exactly when deviation = p - mean is 0. What is
// subtracted averages to 0 over the members, so the mean of this is the mean of p log(p / mean).
// Where p is near the mean a series in deviation / mean, without cancellation; elsewhere as it is
// written, with the whole parts of the logarithms subtracted first.
// Relative error: below 4e-6 in float lanes, 2e-14 in double lanes. Needs p and mean in [0, 1 +
// ulp], and deviation as Deviation gives it.
template <class D, class V = Vec<D>>
HWY_INLINE V divergence_term(D d, V p, const Log2<D>& log2_p, const DivergenceFrom<D>& from,
                             V deviation) {
  using T = hn::TFromD<D>;
  using Series = DivergenceSeries<T>;
  const V x = hn::Mul(deviation, from.inverse);
  const V near_term = hn::Mul(hn::Mul(deviation, x), polynomial(d, Series::values, x));
  const V natural_p = hn::Mul(p, hn::Set(d, static_cast<T>(deviation_scale / log2_of_e)));
  const V far_term = mul_sub(d, natural_p, log2_p.minus(from.log2_mean), deviation);
  const auto is_near = hn::Le(hn::Mul(x, x), hn::Set(d, Series::reach * Series::reach));
  return hn::IfThenElse(is_near, near_term, far_term);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
