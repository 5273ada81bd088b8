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
class Variance : public PartsOfClass<D> {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE Variance(const Block<T>& block, std::size_t lane)
      : PartsOfClass<D>(block, variance_index, lane) {}

  static Units units(const Block<T>& block) {
    const double share = block.member_share();
    return {share / deviation_scale, share / (deviation_scale * deviation_scale), true};
  }

  template <bool equal, bool mirrored>
  HWY_INLINE void add(const MemberColumn<D, equal, mirrored>& column, std::size_t m,
                      const Probability<D, mirrored>& value, Vec<D> deviation) {
    const D d;
    this->aleatoric = mul_add(d, column.weighted(m, value.p), value.q, this->aleatoric);
    this->epistemic = mul_add(d, column.weighted(m, deviation), deviation, this->epistemic);
  }
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
