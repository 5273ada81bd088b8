// SPDX-License-Identifier: Apache-2.0
// The digamma function psi in double lanes, seen from both ends, and its differences:
//   rise(x) = psi(x + 1) - psi(1), which vanishes at 0, and
//   excess(x) = psi(x + 1) - log x, which vanishes at infinity.
#if defined(QUALM_KERNELS_DIGAMMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIGAMMA_INL_H_
#undef QUALM_KERNELS_DIGAMMA_INL_H_
#else
#define QUALM_KERNELS_DIGAMMA_INL_H_
#endif

#include "kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Both functions below have the form sum_i w_i / (u + t_i) with positive weights and nodes:
//   rise(x) / x          = sum over j >= 1 of (1 / j) / (x + j), u = x
//   1 / (2x) - excess(x) = integral of 2 t / (exp(2 pi t) - 1) / (x^2 + t^2), u = x^2, Binet's
//                          formula, https://dlmf.nist.gov/5.9.E15
// Six terms each interpolate the first at 12 Chebyshev points of 0 ... 2 seam, and the second at 12
// of 1 / u = 0 ... 1 / seam^2. Numerator and denominator are their sum as one fraction, whose
// denominator starts with 1. Differences of such terms are products without a subtraction.
struct DigammaTerms {
  static constexpr double seam = 1.3;
  static constexpr std::size_t n = 6;
  double numerator[n], denominator[n];  // highest power first
  double nodes[n];
  double slopes[n];  // weights of the terms 1 / ((u + t_i) (v + t_i)) of a difference
};

inline constexpr DigammaTerms digamma_below_seam = {
    {6.4564561799661413, 448.37162004757782, 7171.8980956068347, 41159.967964914162,
     93293.482555481671, 70083.51859544458},
    {104.22826091790024, 2288.601954118948, 18127.326057848176, 61186.586019540087,
     87850.28264778273, 42605.670347465772},
    {77.625609537527854, 14.52330471218738, 5.8547746568899107, 3.2198924107526125,
     2.0046776972461418, 1.0000019032963409},
    {200.02600342861029, 16.692753577667391, 4.2328330221038679, 1.5969098638795394,
     1.0250583620538136, 1.0000210286077289}};

inline constexpr DigammaTerms digamma_above_seam = {
    {0.083333333333148759, 0.89992971171211682, 2.9450124636607824, 3.4869007272917913,
     1.380751059423382, 0.12418269391077269},
    {10.899156539428049, 36.382446276739291, 45.012041367136538, 19.791884315711101,
     2.4052295707162543, 0.031267372670185153},
    {5.9888346137949129, 2.8355982806741916, 1.3344303119098285, 0.55748553863308296,
     0.16808293198846944, 0.01472486242756376},
    {9.9659693384866646e-7, 5.2728558867291016e-5, 0.00074531961344609767, 0.0050742277412582674,
     0.020956662882892795, 0.056503397939750458}};

inline constexpr double euler_gamma = 0.57721566490153286061;
inline constexpr double log_of_2 = 0.69314718055994530942;

// The terms for one vector of x, chosen lane by lane.
template <class D>
class DigammaRange {
  using V = Vec<D>;

 public:
  HWY_INLINE DigammaRange(D d, V x) : is_above_(hn::Gt(x, hn::Set(d, DigammaTerms::seam))) {}

  HWY_INLINE V choose(V above, V below) const { return hn::IfThenElse(is_above_, above, below); }
  HWY_INLINE V variable(V x) const { return choose(hn::Mul(x, x), x); }
  HWY_INLINE V numerator(std::size_t i) const {
    return constant(digamma_above_seam.numerator[i], digamma_below_seam.numerator[i]);
  }
  HWY_INLINE V denominator(std::size_t i) const {
    return constant(digamma_above_seam.denominator[i], digamma_below_seam.denominator[i]);
  }
  HWY_INLINE V node(std::size_t i) const {
    return constant(digamma_above_seam.nodes[i], digamma_below_seam.nodes[i]);
  }
  HWY_INLINE V slope(std::size_t i) const {
    return constant(digamma_above_seam.slopes[i], digamma_below_seam.slopes[i]);
  }

 private:
  HWY_INLINE V constant(double above, double below) const {
    return choose(hn::Set(D(), above), hn::Set(D(), below));
  }

  hn::Mask<D> is_above_;
};

template <class D>
struct RiseAndExcess {
  Vec<D> rise, excess;
};

// Relative error of both below 2e-13 for x from 1e-12 to 1e12. At 0 the rise is 0, the excess a
// finite number.
template <class D, class V = Vec<D>>
HWY_INLINE RiseAndExcess<D> digamma_of(D d, V x) {
  const DigammaRange<D> range(d, x);
  const V u = range.variable(x);
  V numerator = range.numerator(0);
  V denominator = hn::Add(u, range.denominator(0));
  for (std::size_t i = 1; i < DigammaTerms::n; ++i) {
    numerator = mul_add(d, numerator, u, range.numerator(i));
    denominator = mul_add(d, denominator, u, range.denominator(i));
  }
  // Above, 1 / (2x) is put over the same denominator.
  const V scaled = hn::Mul(x, numerator);
  const V known = hn::Div(range.choose(mul_sub(d, hn::Set(d, 0.5), denominator, scaled), scaled),
                          range.choose(hn::Mul(x, denominator), denominator));
  // rise - excess
  const V between =
      mul_add(d, log2_of(d, x).value(), hn::Set(d, log_of_2), hn::Set(d, euler_gamma));
  return {range.choose(hn::Add(known, between), known),
          range.choose(known, hn::Sub(known, between))};
}

// log(1 + step / x) for 0 <= step <= x, x > 0: relative error below 1e-15.
template <class D, class V = Vec<D>>
HWY_INLINE V log_of_growth(D d, V x, V step) {
  // Halved where it is more than sqrt(2).
  const auto is_much = hn::Gt(step, hn::Mul(x, hn::Set(d, 0.41421356237309505)));
  const V above = hn::IfThenElse(is_much, hn::Sub(step, x), step);
  const V twice = hn::Mul(x, hn::IfThenElse(is_much, hn::Set(d, 3.0), hn::Set(d, 2.0)));
  const V fraction = log2_of_ratio(d, hn::Div(above, hn::Add(twice, step)));
  const V log2 = hn::Add(fraction, hn::IfThenElseZero(is_much, hn::Set(d, 1.0)));
  return hn::Mul(log2, hn::Set(d, log_of_2));
}

// A sum of fractions as one fraction.
template <class D>
struct Fraction {
  Vec<D> numerator, denominator;

  HWY_INLINE Fraction plus(const Fraction& other) const {
    return {mul_add(D(), numerator, other.denominator, hn::Mul(other.numerator, denominator)),
            hn::Mul(denominator, other.denominator)};
  }
};

// rise(x + step) - rise(x) and excess(x) - excess(x + step) for 0 <= step <= x, end = x + step.
// Relative error of both below 1e-12 for x from 1e-12 to 1e10, also for tiny steps.
template <class D, class V = Vec<D>>
HWY_INLINE RiseAndExcess<D> digamma_change(D d, V x, V step, V end) {
  const DigammaRange<D> range(d, x);
  const V u = range.variable(x), v = range.variable(end);
  const auto term = [&](std::size_t i) HWY_ATTR {
    const V node = range.node(i);
    return Fraction<D>{range.slope(i), hn::Mul(hn::Add(u, node), hn::Add(v, node))};
  };
  static_assert(DigammaTerms::n == 6);
  const Fraction<D> sum =
      term(0).plus(term(1)).plus(term(2).plus(term(3)).plus(term(4).plus(term(5))));
  // Above, the difference of 1 / (2x) is put over the same denominator.
  const V product = hn::Mul(x, end);
  const V scaled = hn::Mul(hn::Mul(hn::Add(x, end), product), sum.numerator);
  const V known = hn::Mul(
      step,
      hn::Div(range.choose(mul_sub(d, hn::Set(d, 0.5), sum.denominator, scaled), sum.numerator),
              range.choose(hn::Mul(product, sum.denominator), sum.denominator)));
  const V other = hn::Sub(log_of_growth(d, x, step), known);
  return {range.choose(other, known), range.choose(known, other)};
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
