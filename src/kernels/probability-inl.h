// SPDX-License-Identifier: Apache-2.0
// Probabilities in lanes, with all digits of p and of 1 - p.
#if defined(QUALM_KERNELS_PROBABILITY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_PROBABILITY_INL_H_
#undef QUALM_KERNELS_PROBABILITY_INL_H_
#else
#define QUALM_KERNELS_PROBABILITY_INL_H_
#endif

#include "kernels/mirror.h"
#include "kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// mirror.h, for each lane.
template <class D, class V = Vec<D>>
HWY_INLINE V mirror_lanes(D d, V x) {
  const hn::RebindToSigned<D> bits;
  return hn::BitCast(d, hn::Sub(hn::Set(bits, mirror_bits), hn::BitCast(bits, x)));
}

// A probability p and q = 1 - p, from what is stored: p, or where numbers are `mirrored`, what
// mirror.h says.
template <class D, bool mirrored>
struct Probability {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  V p, q;

  HWY_INLINE explicit Probability(V stored) : p(stored), q(hn::Sub(hn::Set(D(), T(1)), stored)) {
    if constexpr (mirrored) {
      const V smaller = hn::Min(stored, mirror_lanes(D(), stored));
      const V greater = hn::Sub(hn::Set(D(), T(1)), smaller);
      const auto is_above = hn::Gt(stored, hn::Set(D(), T(0.5)));
      p = hn::IfThenElse(is_above, greater, smaller);
      q = hn::IfThenElse(is_above, smaller, greater);
    }
  }

  HWY_INLINE Log2<D> log2_p() const {
    if constexpr (mirrored) {
      return log2_of(D(), p, q);
    } else {
      return log2_of(D(), p);
    }
  }
  HWY_INLINE Log2<D> log2_q() const { return log2_of(D(), q, p); }
};

// The end from which the probabilities of a class are counted, so that differences of them keep
// their digits: mirrored ones from one where one of them, which weighs no less than the others, is
// above one half; all others from zero.
template <class D, bool mirrored>
class End {
  using V = Vec<D>;

 public:
  HWY_INLINE explicit End(V /*stored*/) {}
  HWY_INLINE V coordinate(const Probability<D, mirrored>& value) const { return value.p; }
};

template <class D>
class End<D, true> {
  using V = Vec<D>;

 public:
  HWY_INLINE explicit End(V stored) : is_one_(hn::Gt(stored, hn::Set(D(), 0.5))) {}
  // p, or p - 1.
  HWY_INLINE V coordinate(const Probability<D, true>& value) const {
    return hn::IfThenElse(is_one_, hn::Neg(value.q), value.p);
  }

 private:
  hn::Mask<D> is_one_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
