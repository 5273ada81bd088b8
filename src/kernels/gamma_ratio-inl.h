// SPDX-License-Identifier: Apache-2.0
// The functions of a GammaRatio in double lanes, and their differences.
#if defined(QUALM_KERNELS_GAMMA_RATIO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_GAMMA_RATIO_INL_H_
#undef QUALM_KERNELS_GAMMA_RATIO_INL_H_
#else
#define QUALM_KERNELS_GAMMA_RATIO_INL_H_
#endif

#include "kernels/digamma-inl.h"
#include "kernels/gamma_ratio.h"
#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Relative error of both below 1e-12 for x from 1e-12 to 1e12. At 0 the rise is 0, the excess a
// finite number.
template <class D, class V = Vec<D>>
HWY_INLINE RiseAndExcess<D> gamma_ratio_of(D d, const GammaRatio& ratio, V x) {
  const auto is_above = hn::Gt(x, hn::Set(d, GammaRatio::seam));
  const auto choose = [&](double above, double below) QUALM_INLINE_LAMBDA {
    return hn::IfThenElse(is_above, hn::Set(d, above), hn::Set(d, below));
  };
  const GammaRatio::Piece &above = ratio.above, &below = ratio.below;
  const V inverse = hn::Div(hn::Set(d, 1.0), hn::Add(x, choose(above.shift, below.shift)));
  const V t =
      mul_add(d, inverse, choose(above.slope, below.slope), choose(above.offset, below.offset));
  const auto coefficient = [&](std::size_t i) QUALM_INLINE_LAMBDA {
    return choose(above.coefficients[i], below.coefficients[i]);
  };
  // Even and odd powers apart, as in polynomial().
  const V square = hn::Mul(t, t);
  V odd = coefficient(0), even = coefficient(1);
  static_assert(GammaRatio::n_terms % 2 == 0);
  for (std::size_t i = 2; i < GammaRatio::n_terms; i += 2) {
    odd = mul_add(d, odd, square, coefficient(i));
    even = mul_add(d, even, square, coefficient(i + 1));
  }
  const V known = hn::Mul(mul_add(d, odd, t, even), hn::IfThenElse(is_above, inverse, x));
  const V difference =
      mul_add(d, log2_of(d, x).value(), hn::Set(d, log_of_2), hn::Set(d, ratio.between));
  return {hn::IfThenElse(is_above, hn::Add(known, difference), known),
          hn::IfThenElse(is_above, known, hn::Sub(known, difference))};
}

// A piece at both ends of a step.
template <class D>
struct PieceOverStep {
  using V = Vec<D>;
  V from, to;  // 1 / (x + shift)
  V at_from, at_to;
  V slope;  // of the polynomial between them, with respect to 1 / (x + shift)

  HWY_INLINE PieceOverStep(D d, const GammaRatio::Piece& piece, V x, V end) {
    const V one = hn::Set(d, 1.0), shift = hn::Set(d, piece.shift);
    from = hn::Div(one, hn::Add(x, shift));
    to = hn::Div(one, hn::Add(end, shift));
    const V scale = hn::Set(d, piece.slope), offset = hn::Set(d, piece.offset);
    const V t_from = mul_add(d, from, scale, offset), t_to = mul_add(d, to, scale, offset);
    at_from = at_to = hn::Set(d, piece.coefficients[0]);
    V difference = hn::Zero(d);
    for (std::size_t i = 1; i < GammaRatio::n_terms; ++i) {
      const V coefficient = hn::Set(d, piece.coefficients[i]);
      difference = mul_add(d, difference, t_to, at_from);
      at_from = mul_add(d, at_from, t_from, coefficient);
      at_to = mul_add(d, at_to, t_to, coefficient);
    }
    slope = hn::Mul(difference, scale);
  }
};

// rise(x + step) - rise(x) and excess(x) - excess(x + step) for 0 <= step <= x, end = x + step.
// Relative error of both below 1e-11 for x from 1e-12 to 1e10, also for tiny steps.
template <class D, class V = Vec<D>>
HWY_INLINE RiseAndExcess<D> gamma_ratio_change(D d, const GammaRatio& ratio, V x, V step, V end) {
  // What is below the seam and what is above it add up; one of the two is often nothing.
  const V seam = hn::Set(d, GammaRatio::seam);
  const V low = hn::Min(x, seam), low_end = hn::Min(end, seam);
  const V high = hn::Max(x, seam), high_end = hn::Max(end, seam);
  const V low_step = hn::IfThenElse(hn::Le(end, seam), step, hn::Sub(seam, low));
  const V high_step = hn::IfThenElse(hn::Ge(x, seam), step, hn::Sub(high_end, seam));
  const PieceOverStep<D> below(d, ratio.below, low, low_end), above(d, ratio.above, high, high_end);
  const V rise = hn::Mul(low_step, hn::Sub(below.at_from, hn::Mul(hn::Mul(low_end, below.slope),
                                                                  hn::Mul(below.from, below.to))));
  const V drop = hn::Mul(hn::Mul(high_step, hn::Mul(above.from, above.to)),
                         mul_add(d, above.from, above.slope, above.at_to));
  return {hn::Add(rise, hn::Sub(log_of_growth(d, high, high_step), drop)),
          hn::Add(drop, hn::Sub(log_of_growth(d, low, low_step), rise))};
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
