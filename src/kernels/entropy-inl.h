// SPDX-License-Identifier: Apache-2.0
// AU = E H(p), EU = E KL(p || mean), in bits.
// Relative error: below 2e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ENTROPY_INL_H_
#undef QUALM_KERNELS_ENTROPY_INL_H_
#else
#define QUALM_KERNELS_ENTROPY_INL_H_
#endif

#include "kernels/divergence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class D>
class Entropy : public PartsOfClass<D> {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE Entropy(const Block<T>& block, std::size_t lane)
      : PartsOfClass<D>(block, entropy_index, lane),
        mean_(block.arrays.mean.data() + block.place(block.first_class, lane)),
        from_(D(), hn::Zero(D())) {}

  static Units units(const Block<T>& block) { return divergence_units(block, false); }

  HWY_INLINE void begin_class(std::size_t k) {
    from_ = DivergenceFrom<D>(D(), scaled(D(), hn::Load(D(), mean_)));
    mean_ += block_lanes;
    PartsOfClass<D>::begin_class(k);
  }
  template <bool equal, bool mirrored>
  HWY_INLINE void add(const MemberColumn<D, equal, mirrored>& column, std::size_t m,
                      const Probability<D, mirrored>& value, Vec<D> deviation) {
    const D d;
    this->aleatoric =
        mul_add(d, column.weighted(m, value.p), value.log2_p().value(), this->aleatoric);
    const Vec<D> divergence = from_.term(d, scaled(d, value.p), deviation);
    this->epistemic = hn::Add(this->epistemic, column.weighted(m, divergence));
  }

 private:
  const T* HWY_RESTRICT mean_;  // of the next class
  DivergenceFrom<D> from_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
