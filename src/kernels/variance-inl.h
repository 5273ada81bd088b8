// SPDX-License-Identifier: Apache-2.0
// AU_k = E[p(1-p)], EU_k = Var(p), weighted and summed over the classes.
// Relative error: below 2e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_VARIANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_VARIANCE_INL_H_
#undef QUALM_KERNELS_VARIANCE_INL_H_
#else
#define QUALM_KERNELS_VARIANCE_INL_H_
#endif

#include "kernels/summed_families-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class D>
class Variance {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE Variance(const Block<T>& block, std::size_t lane, PartSums<D>& sums)
      : sums_(block, variance_index, units(block), lane, sums) {}

  static Units units(const Block<T>& block) {
    const double share = block.member_share();
    return {share, share / (deviation_scale * deviation_scale)};
  }

  HWY_INLINE void begin_class(std::size_t /*k*/) { sums_.begin_class(); }
  template <bool equal>
  HWY_INLINE void add(const ClassColumn<D, equal>& column, std::size_t m, Vec<D> p,
                      Vec<D> deviation) {
    const D d;
    const Vec<D> q = hn::Sub(hn::Set(d, T(1)), p);
    sums_.aleatoric = mul_add(d, column.weighted(m, p), q, sums_.aleatoric);
    sums_.epistemic = mul_add(d, column.weighted(m, deviation), deviation, sums_.epistemic);
  }
  HWY_INLINE void end_chunk() { sums_.end_chunk(); }
  HWY_INLINE void end_class(std::size_t k) { sums_.end_class(k); }
  HWY_INLINE void end() { sums_.end(); }

 private:
  LabelWiseSums<D> sums_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
