// SPDX-License-Identifier: Apache-2.0
// Sums that do not lose digits: terms in float, sums of them in double.
#if defined(QUALM_KERNELS_WIDE_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_WIDE_SUM_INL_H_
#undef QUALM_KERNELS_WIDE_SUM_INL_H_
#else
#define QUALM_KERNELS_WIDE_SUM_INL_H_
#endif

#include "kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Terms are added up in T over at most this many members or classes and then in double, so that the
// error does not grow with their number.
inline constexpr std::size_t chunk = 16;

// A sum of vectors of T, kept in double.
template <class D, bool wide = sizeof(hn::TFromD<D>) == sizeof(double)>
struct WideSum {
  Vec<D> sum;

  HWY_INLINE WideSum() : sum(hn::Zero(D())) {}
  HWY_INLINE explicit WideSum(Vec<D> term) : sum(term) {}
  HWY_INLINE explicit WideSum(const double* terms) : sum(hn::Load(D(), terms)) {}
  HWY_INLINE void add(const WideSum& terms) { sum = hn::Add(sum, terms.sum); }
  HWY_INLINE void add(Vec<D> terms) { sum = hn::Add(sum, terms); }
  HWY_INLINE void add(Vec<D> terms, double factor) {
    sum = hn::Add(sum, hn::Mul(terms, hn::Set(D(), factor)));
  }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) {
    sum = hn::Add(sum, hn::Mul(terms.sum, hn::Set(D(), factor)));
  }
  HWY_INLINE void multiply(double factor) { sum = hn::Mul(sum, hn::Set(D(), factor)); }
  HWY_INLINE Vec<D> narrow() const { return sum; }
  HWY_INLINE void load(const double* from) { sum = hn::LoadU(D(), from); }
  HWY_INLINE void store(double* to) const { hn::StoreU(sum, D(), to); }
};

#if HWY_TARGET == HWY_SCALAR
template <class D>
struct WideSum<D, false> {
  double sum = 0;

  HWY_INLINE WideSum() {}
  HWY_INLINE explicit WideSum(Vec<D> term) : sum(static_cast<double>(hn::GetLane(term))) {}
  HWY_INLINE explicit WideSum(const float* terms) : sum(static_cast<double>(*terms)) {}
  HWY_INLINE void add(const WideSum& terms) { sum += terms.sum; }
  HWY_INLINE void add(Vec<D> terms) { sum += static_cast<double>(hn::GetLane(terms)); }
  HWY_INLINE void add(Vec<D> terms, double factor) {
    sum += static_cast<double>(hn::GetLane(terms)) * factor;
  }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) { sum += terms.sum * factor; }
  HWY_INLINE void multiply(double factor) { sum *= factor; }
  HWY_INLINE Vec<D> narrow() const { return hn::Set(D(), static_cast<float>(sum)); }
  HWY_INLINE void load(const double* from) { sum = *from; }
  HWY_INLINE void store(double* to) const { *to = sum; }
};
#else
template <class D>
struct WideSum<D, false> {
  using DW = hn::Rebind<double, hn::Half<D> >;
  Vec<DW> lower, upper;

  HWY_INLINE WideSum() : lower(hn::Zero(DW())), upper(hn::Zero(DW())) {}
  HWY_INLINE explicit WideSum(Vec<D> term)
      : lower(hn::PromoteTo(DW(), hn::LowerHalf(hn::Half<D>(), term))),
        upper(hn::PromoteTo(DW(), hn::UpperHalf(hn::Half<D>(), term))) {}
  HWY_INLINE explicit WideSum(const float* terms)
      : lower(hn::PromoteTo(DW(), hn::Load(hn::Half<D>(), terms))),
        upper(hn::PromoteTo(DW(), hn::Load(hn::Half<D>(), terms + hn::Lanes(DW())))) {}
  HWY_INLINE void add(const WideSum& terms) {
    lower = hn::Add(lower, terms.lower);
    upper = hn::Add(upper, terms.upper);
  }
  HWY_INLINE void add(Vec<D> terms) { add(WideSum(terms)); }
  HWY_INLINE void add(Vec<D> terms, double factor) { add_scaled(WideSum(terms), factor); }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) {
    lower = hn::Add(lower, hn::Mul(terms.lower, hn::Set(DW(), factor)));
    upper = hn::Add(upper, hn::Mul(terms.upper, hn::Set(DW(), factor)));
  }
  HWY_INLINE void multiply(double factor) {
    lower = hn::Mul(lower, hn::Set(DW(), factor));
    upper = hn::Mul(upper, hn::Set(DW(), factor));
  }
  HWY_INLINE Vec<D> narrow() const {
    const hn::Half<D> half;
    return hn::Combine(D(), hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
  }
  HWY_INLINE void load(const double* from) {
    lower = hn::LoadU(DW(), from);
    upper = hn::LoadU(DW(), from + hn::Lanes(DW()));
  }
  HWY_INLINE void store(double* to) const {
    hn::StoreU(lower, DW(), to);
    hn::StoreU(upper, DW(), to + hn::Lanes(DW()));
  }
};
#endif

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
