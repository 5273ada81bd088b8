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
#include "kernels/summed_families-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class D>
class Entropy {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE Entropy(const Block<T>& block, std::size_t lane, PartSums<D>& sums)
      : block_(block),
        lane_(lane),
        kept_(sums),
        certainty_(sums.aleatoric),
        divergence_(sums.epistemic),
        from_(D(), hn::Zero(D())) {}

  static Units units(const Block<T>& block) { return divergence_units(block); }

  HWY_INLINE void begin_class(std::size_t k) {
    const D d;
    from_ = DivergenceFrom<D>(d, hn::Load(d, block_.arrays.mean.data() + block_.place(k, lane_)));
  }
  template <bool equal>
  HWY_INLINE void add(const ClassColumn<D, equal>& column, std::size_t m, Vec<D> p,
                      Vec<D> deviation) {
    const D d;
    const Log2<D> log2_p = log2_of(d, p);
    certainty_.add_product(column.weighted(m, p), log2_p.value());
    divergence_.add(column.weighted(m, divergence_term(d, p, log2_p, from_, deviation)));
  }
  HWY_INLINE void end_chunk() {
    certainty_.end_chunk();
    divergence_.end_chunk();
  }
  HWY_INLINE void end_class(std::size_t /*k*/) {}
  HWY_INLINE void end() {
    kept_.aleatoric = certainty_.total();
    kept_.epistemic = divergence_.total();
  }

 private:
  const Block<T>& block_;
  std::size_t lane_;
  PartSums<D>& kept_;
  ChunkedSum<D> certainty_, divergence_;
  DivergenceFrom<D> from_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
