// SPDX-License-Identifier: Apache-2.0
// Variance and entropy of members that count alike, in one pass: half as many instructions as one
// term after the other (summed_families-inl.h).
//
// EU is summed over the members; AU of the entropy is TU - EU, which loses digits only in rows of
// confident members that contradict each other. Those are computed again: entropy_again-inl.h.
// Relative error: below 4e-6 in float lanes, 6e-10 in double lanes.
#if defined(QUALM_KERNELS_EQUAL_MEMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_EQUAL_MEMBERS_INL_H_
#undef QUALM_KERNELS_EQUAL_MEMBERS_INL_H_
#else
#define QUALM_KERNELS_EQUAL_MEMBERS_INL_H_
#endif

#include "kernels/divergence-inl.h"
#include "kernels/likely_best-inl.h"
#include "kernels/read_ahead.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// A sum over members: of few of them in T, of more in double after each chunk.
template <class D, bool few>
struct MemberSum {
  Vec<D> chunk_sum;
  WideSum<D> sum;

  HWY_INLINE MemberSum() : chunk_sum(hn::Zero(D())) {}
  HWY_INLINE void add(Vec<D> term) { chunk_sum = hn::Add(chunk_sum, term); }
  HWY_INLINE void end_chunk() {
    if constexpr (few) return;
    sum.add(chunk_sum);
    chunk_sum = hn::Zero(D());
  }
  HWY_INLINE Vec<D> value() const {
    if constexpr (few) return chunk_sum;
    return sum.narrow();
  }
};

// One class in one vector of lanes. Probabilities and deviations are in units of
// 1 / deviation_scale, logarithms are natural.
template <class D, bool variance, bool entropy, bool few>
class ClassOfEqualMembers {
  using T = hn::TFromD<D>;
  using V = Vec<D>;
  using Sum = MemberSum<D, few>;

 public:
  struct Parts {
    V aleatoric, epistemic;
  };

  // `spread`: the sum of the differences to the middle member, where there are few.
  HWY_INLINE ClassOfEqualMembers(const T* HWY_RESTRICT members, std::size_t n_members,
                                 const T* HWY_RESTRICT spread, T share)
      : members_(members), n_members_(n_members) {
    const D d;
    // No difference where all agree. The middle member is at most twice the mean, and 1 - middle at
    // most twice 1 - mean: both keep their digits.
    centre_ = member(middle_of(n_members));
    if constexpr (few) {
      shift_ = hn::Mul(hn::Load(d, spread),
                       hn::Set(d, share * static_cast<T>(deviation_scale)));
    } else {
      Sum differences;
      for_members([&](V p) QUALM_INLINE_LAMBDA { differences.add(hn::Sub(p, centre_)); },
                  [&]() QUALM_INLINE_LAMBDA { differences.end_chunk(); });
      shift_ = hn::Mul(differences.value(), hn::Set(d, share));
    }
    mean_ = hn::Add(centre_, shift_);
    measure();
  }

  HWY_INLINE V mean() const { return mean_; }
  HWY_INLINE Parts variance_parts() const { return variance_; }
  HWY_INLINE Parts entropy_parts() const { return entropy_; }

 private:
  HWY_INLINE V member(std::size_t m) const {
    return hn::Mul(hn::Load(D(), members_ + m * block_lanes),
                   hn::Set(D(), static_cast<T>(deviation_scale)));
  }
  template <class Body, class Flush>
  HWY_INLINE void for_members(const Body& body, const Flush& flush) const {
    if constexpr (few) {
      const V scale = hn::Set(D(), static_cast<T>(deviation_scale));
      const T* end = members_ + n_members_ * block_lanes;
      for (const T* at = members_; at != end; at += block_lanes) {
        body(hn::Mul(hn::Load(D(), at), scale));
      }
    } else {
      HWY_NAMESPACE::for_members(
          n_members_, [&](std::size_t m) QUALM_INLINE_LAMBDA { body(member(m)); }, flush);
    }
  }

  HWY_INLINE void measure() {
    const D d;
    const V one = hn::Set(d, static_cast<T>(deviation_scale));
    const V inverse =
        hn::Div(hn::Set(d, T(1)), hn::Max(mean_, hn::Set(d, T(4) * FloatBits<T>::smallest_normal)));
    Sum products, squares, divergences;
    for_members(
        [&](V p) QUALM_INLINE_LAMBDA {
          const V deviation = hn::Sub(hn::Sub(p, centre_), shift_);
          if constexpr (variance) {
            products.add(hn::Mul(p, hn::Sub(one, p)));
            squares.add(hn::Mul(deviation, deviation));
          }
          if constexpr (entropy) {
            const V x = hn::Mul(deviation, inverse);
            const LogOfRatio<D> log_ratio(d, hn::Mul(p, inverse), x);
            divergences.add(divergence_term(d, p, deviation, x, log_ratio));
          }
        },
        [&]() QUALM_INLINE_LAMBDA {
          for (Sum* sum : {&products, &squares, &divergences}) sum->end_chunk();
        });
    if constexpr (variance) variance_ = {products.value(), squares.value()};
    if constexpr (entropy) {
      const V unit = hn::Set(d, static_cast<T>(1 / deviation_scale));
      const V minus_rest = hn::Mul(hn::Sub(shift_, hn::Sub(one, centre_)), unit);
      const V log_mean = LogOfRatio<D>(d, hn::Mul(mean_, unit), minus_rest).value();
      const V total = hn::Mul(mean_, hn::Set(d, -static_cast<T>(n_members_)));
      entropy_.epistemic = divergences.value();
      entropy_.aleatoric = mul_sub(d, total, log_mean, entropy_.epistemic);
    }
  }

  const T* HWY_RESTRICT members_;
  std::size_t n_members_;
  V centre_, shift_, mean_;
  Parts variance_, entropy_;
};

template <class T>
Units variance_units(const Block<T>& block) {
  const double unit = block.member_share() / (deviation_scale * deviation_scale);
  return {unit, unit, true};
}

template <class T>
Units entropy_units(const Block<T>& block) {
  const double unit = block.member_share() * divergence_bits;
  return {unit, unit, false};
}

// The classes of a tile, whose members are in order.
template <bool variance, bool entropy, bool few, class T>
void measure_equal_members_of(const Block<T>& block, LikelyBest<T>& best) {
  using D = Tag<T>;
  const D d;
  ReadAhead read_ahead(block.job, block.first, block.first_class, block.end_class);
  const std::size_t n_members = block.job.n_members, stride = n_members * block_lanes;
  const std::size_t end_class = block.end_class;
  const T share = T(1) / static_cast<T>(n_members);
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    const std::size_t place = block.first_class * block_lanes + lane;
    const auto parts_at = [&](FamilyIndex family) {
      ClassParts<T>& parts = block.arrays.class_parts[family];
      return std::pair(parts.aleatoric.data() + place, parts.epistemic.data() + place);
    };
    auto variance_at = parts_at(variance_index), entropy_at = parts_at(entropy_index);
    const T* HWY_RESTRICT members = block.sorted(block.first_class) + lane;
    const T* HWY_RESTRICT spread =
        block.arrays.spread.data() + block.place(block.first_class, lane);
    typename LikelyBest<T>::Lane best_of_lane(best, lane);
    for (std::size_t k = block.first_class; k < end_class; ++k) {
      if (lane == 0) read_ahead.next_share();
      const ClassOfEqualMembers<D, variance, entropy, few> measured(members, n_members, spread, share);
      best_of_lane.see(measured.mean(), k);
      members += stride;
      spread += block_lanes;
      if constexpr (variance) {
        hn::Store(measured.variance_parts().aleatoric, d, variance_at.first);
        hn::Store(measured.variance_parts().epistemic, d, variance_at.second);
        variance_at.first += block_lanes;
        variance_at.second += block_lanes;
      }
      if constexpr (entropy) {
        hn::Store(measured.entropy_parts().aleatoric, d, entropy_at.first);
        hn::Store(measured.entropy_parts().epistemic, d, entropy_at.second);
        entropy_at.first += block_lanes;
        entropy_at.second += block_lanes;
      }
    }
    best_of_lane.keep(best, lane);
  }
}

template <bool variance, bool entropy, class T>
void measure_equal_members(const Block<T>& block, LikelyBest<T>& best) {
  if (block.job.n_members <= chunk) {
    measure_equal_members_of<variance, entropy, true>(block, best);
  } else {
    measure_equal_members_of<variance, entropy, false>(block, best);
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
