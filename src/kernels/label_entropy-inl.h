// SPDX-License-Identifier: Apache-2.0
// The binary entropy of each class against the rest: AU_k = E h(p), EU_k = E KL((p, 1-p) || (mean,
// 1-mean)), in bits, weighted and summed over the classes.
// Relative error: below 3e-6 in float lanes, 1e-13 in double lanes.
#if defined(QUALM_KERNELS_LABEL_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#undef QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#else
#define QUALM_KERNELS_LABEL_ENTROPY_INL_H_
#endif

#include "kernels/divergence-inl.h"
#include "kernels/summed_families-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class D>
class LabelEntropy {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE LabelEntropy(const Block<T>& block, std::size_t lane, PartSums<D>& sums)
      : block_(block),
        lane_(lane),
        of_class_(D(), hn::Zero(D())),
        of_rest_(of_class_),
        sums_(block, label_entropy_index, units(block), lane, sums) {}

  static Units units(const Block<T>& block) {
    const double share = block.member_share();
    return {-share, share * divergence_bits};
  }

  HWY_INLINE void begin_class(std::size_t k) {
    const D d;
    const std::size_t place = block_.place(k, lane_);
    of_class_ = DivergenceFrom<D>(d, hn::Load(d, block_.arrays.mean.data() + place));
    of_rest_ = DivergenceFrom<D>(d, hn::Load(d, block_.arrays.co_mean.data() + place));
    sums_.begin_class();
  }
  template <bool equal>
  HWY_INLINE void add(const ClassColumn<D, equal>& column, std::size_t m, Vec<D> p,
                      Vec<D> deviation) {
    const D d;
    const Vec<D> q = hn::Sub(hn::Set(d, T(1)), p);
    const Log2<D> log2_p = log2_of(d, p), log2_q = log2_of_one_minus(d, p);
    const Vec<D> terms = mul_add(d, p, log2_p.value(), hn::Mul(q, log2_q.value()));
    sums_.aleatoric = hn::Add(sums_.aleatoric, column.weighted(m, terms));
    const Vec<D> divergences = hn::Add(divergence_term(d, p, log2_p, of_class_, deviation),
                                       divergence_term(d, q, log2_q, of_rest_, hn::Neg(deviation)));
    sums_.epistemic = hn::Add(sums_.epistemic, column.weighted(m, divergences));
  }
  HWY_INLINE void end_chunk() { sums_.end_chunk(); }
  HWY_INLINE void end_class(std::size_t k) { sums_.end_class(k); }
  HWY_INLINE void end() { sums_.end(); }

 private:
  const Block<T>& block_;
  std::size_t lane_;
  DivergenceFrom<D> of_class_, of_rest_;
  LabelWiseSums<D> sums_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
