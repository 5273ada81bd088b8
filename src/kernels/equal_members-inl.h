// SPDX-License-Identifier: Apache-2.0
// Variance and entropy of members that count alike, in one pass: half as many instructions as one
// term after the other (summed_families-inl.h).
//
// EU is summed over the members, AU of a class is TU - EU: where no member is above one half, AU is
// at least TU / (1 + log2 M), so that few digits are lost. Where one is, AU is summed as well.
// Relative error: below 4e-6 in float lanes, 1e-10 in double lanes.
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

// Coefficients of -(1 - q) log(1 - q) / q for q up to one half, highest power first: fitted to 1.2e-6
// (float) and 6e-11 (double).
template <class T>
struct EntropyNearOne;

template <>
struct EntropyNearOne<float> {
  static constexpr float values[] = {-0.131296337F, 0.0236937997F, -0.105971135F, -0.163647243F, -0.500145641F, 1.00000115F};
};

template <>
struct EntropyNearOne<double> {
  static constexpr double values[] = {-0.16900783719702089, 0.27826727263885598, -0.25661292031053373, 0.099469531323818416, -0.058923386254932313, -0.026721148625312802, -0.050767093433912051, -0.083281756987467731, -0.16666844008066392, -0.49999997621376363, 0.99999999994711386};
};

// A sum over members: of few of them in T, of more in double after each chunk.
template <class D, bool few>
struct MemberSum {
  Vec<D> chunk_sum = hn::Zero(D());
  WideSum<D> sum;

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
// 1 / deviation_scale, natural logarithms.
template <class D, bool variance, bool entropy, bool few>
class ClassOfEqualMembers {
  using T = hn::TFromD<D>;
  using V = Vec<D>;
  using Sum = MemberSum<D, few>;

 public:
  struct Parts {
    V aleatoric, epistemic;
  };

  HWY_INLINE ClassOfEqualMembers(const T* HWY_RESTRICT members, std::size_t n_members)
      : members_(members), n_members_(n_members) {
    const D d;
    // The smallest member, and the mean of the differences to it: no difference where all agree.
    centre_ = member(0);
    Sum differences;
    for_members(
        n_members,
        [&](std::size_t m)
            QUALM_INLINE_LAMBDA { differences.add(hn::Sub(member(m), centre_)); },
        [&]() QUALM_INLINE_LAMBDA { differences.end_chunk(); });
    shift_ = hn::Mul(differences.value(), hn::Set(d, T(1) / static_cast<T>(n_members)));
    mean_ = hn::Add(centre_, shift_);
    const auto has_large = hn::Gt(raw(n_members - 1), hn::Set(d, T(0.5)));
    if (HWY_LIKELY(hn::AllFalse(d, has_large))) {
      measure<false>(has_large);
    } else {
      measure<true>(has_large);
    }
  }

  HWY_INLINE V mean() const { return mean_; }
  HWY_INLINE Parts variance_parts() const { return variance_; }
  HWY_INLINE Parts entropy_parts() const { return entropy_; }

 private:
  HWY_INLINE V raw(std::size_t m) const { return hn::Load(D(), members_ + m * block_lanes); }
  HWY_INLINE V member(std::size_t m) const {
    return hn::Mul(raw(m), hn::Set(D(), static_cast<T>(deviation_scale)));
  }

  // `large`: some member is above one half in some lane. Such lanes take the sums of AU.
  template <bool large>
  HWY_INLINE void measure(hn::Mask<D> has_large) {
    const D d;
    const V one = hn::Set(d, static_cast<T>(deviation_scale));
    const V inverse =
        hn::Div(hn::Set(d, T(1)), hn::Max(mean_, hn::Set(d, T(4) * FloatBits<T>::smallest_normal)));
    Sum squares, divergences, products, small_sum, small_logs;
    for_members(
        n_members_,
        [&](std::size_t m) QUALM_INLINE_LAMBDA {
          const V p = member(m);
          const V deviation = hn::Sub(hn::Sub(p, centre_), shift_);
          if constexpr (variance) {
            squares.add(hn::Mul(deviation, deviation));
            if constexpr (large) products.add(hn::Mul(p, hn::Sub(one, p)));
          }
          if constexpr (entropy) {
            const V x = hn::Mul(deviation, inverse), u = hn::Mul(p, inverse);
            const LogOfRatio<D> log_ratio(d, u, x);
            divergences.add(divergence_term(d, p, deviation, x, log_ratio));
            if constexpr (large) {
              const V small =
                  hn::IfThenElseZero(hn::Le(p, hn::Mul(one, hn::Set(d, T(0.5)))), p);
              small_sum.add(small);
              small_logs.add(hn::Mul(small, hn::Sub(log_ratio.line, log_ratio.curve)));
            }
          }
        },
        [&]() QUALM_INLINE_LAMBDA {
          for (Sum* sum : {&squares, &divergences, &products, &small_sum, &small_logs}) {
            sum->end_chunk();
          }
        });
    const V total = hn::Mul(mean_, hn::Set(d, static_cast<T>(n_members_)));
    if constexpr (variance) {
      variance_.epistemic = squares.value();
      variance_.aleatoric = mul_sub(d, total, hn::Sub(one, mean_), variance_.epistemic);
      if constexpr (large) {
        variance_.aleatoric = hn::IfThenElse(has_large, products.value(), variance_.aleatoric);
      }
    }
    if constexpr (entropy) {
      const V minus_log_mean = minus_log(mean_);
      entropy_.epistemic = divergences.value();
      entropy_.aleatoric = mul_sub(d, total, minus_log_mean, entropy_.epistemic);
      if constexpr (large) {
        const V small = mul_sub(d, small_sum.value(), minus_log_mean, small_logs.value());
        entropy_.aleatoric =
            hn::IfThenElse(has_large, mul_add(d, sum_of_large(), one, small), entropy_.aleatoric);
      }
    }
  }

  // -log(x) of a number in units of 1 / deviation_scale.
  HWY_INLINE static V minus_log(V x) {
    const D d;
    const PowerAndRest<D> split = split_power(d, x);
    const V power =
        hn::Sub(split.power, hn::Set(d, static_cast<T>(deviation_power / power_unit<T>)));
    const V curve = hn::Mul(hn::Mul(split.f, split.f),
                            polynomial(d, CurveOfLog<T>::values, split.f));
    const V line = mul_add(d, power, hn::Set(d, static_cast<T>(power_unit<T> * ln_of_2)), split.f);
    return hn::Sub(curve, line);
  }

  // The sum of -p log(p) over the members above one half, which are the last ones.
  HWY_INLINE V sum_of_large() const {
    const D d;
    Sum sum;
    for (std::size_t m = n_members_; m-- > 0;) {
      const V p = raw(m);
      const auto is_large = hn::Gt(p, hn::Set(d, T(0.5)));
      if (hn::AllFalse(d, is_large)) break;
      const V q = hn::Sub(hn::Set(d, T(1)), p);
      sum.add(hn::IfThenElseZero(is_large,
                                 hn::Mul(q, polynomial(d, EntropyNearOne<T>::values, q))));
      if (m % chunk == 0) sum.end_chunk();
    }
    sum.end_chunk();
    return sum.value();
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
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    const std::size_t place = block.first_class * block_lanes + lane;
    const auto parts_at = [&](FamilyIndex family) {
      ClassParts<T>& parts = block.arrays.class_parts[family];
      return std::pair(parts.aleatoric.data() + place, parts.epistemic.data() + place);
    };
    auto variance_at = parts_at(variance_index), entropy_at = parts_at(entropy_index);
    const T* HWY_RESTRICT members = block.sorted(block.first_class) + lane;
    typename LikelyBest<T>::Lane best_of_lane(best, lane);
    for (std::size_t k = block.first_class; k < block.end_class; ++k, members += stride) {
      if (lane == 0) read_ahead.next_share();
      const ClassOfEqualMembers<D, variance, entropy, few> measured(members, n_members);
      best_of_lane.see(measured.mean(), k);
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
