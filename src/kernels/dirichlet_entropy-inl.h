// SPDX-License-Identifier: Apache-2.0
// The entropies of Theta ~ Dirichlet(alpha) in nats. An outcome of concentration a adds
// a / alpha_0 times rise(alpha_0) - rise(a) to AU and times excess(a) - excess(alpha_0) to EU, see
// digamma-inl.h. All terms are positive, and where a is more than half of alpha_0 they are computed
// by the step between the two: nothing cancels. Relative error below 1e-11.
#if defined(QUALM_KERNELS_DIRICHLET_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIRICHLET_ENTROPY_INL_H_
#undef QUALM_KERNELS_DIRICHLET_ENTROPY_INL_H_
#else
#define QUALM_KERNELS_DIRICHLET_ENTROPY_INL_H_
#endif

#include "kernels/digamma-inl.h"
#include "kernels/dirichlet_variance-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Terms of AU and EU, times alpha_0.
struct OutcomeTerms {
  DoubleVec aleatoric, epistemic;
};

// Outcomes of distributions whose concentrations sum to alpha_0.
class Outcomes {
 public:
  explicit HWY_INLINE Outcomes(DoubleVec sum) : sum_(sum), of_sum_(digamma_of(DoubleTag(), sum)) {}

  HWY_INLINE DoubleVec rise_of_sum() const { return of_sum_.rise; }
  // Of a concentration that is at most half of the sum.
  HWY_INLINE OutcomeTerms smaller(DoubleVec alpha) const {
    const RiseAndExcess<DoubleTag> here = digamma_of(DoubleTag(), alpha);
    return {hn::Mul(alpha, hn::Sub(of_sum_.rise, here.rise)),
            hn::Mul(alpha, hn::Sub(here.excess, of_sum_.excess))};
  }
  // Of one that is at least half of the sum; `rest` is what it leaves.
  HWY_INLINE OutcomeTerms greater(DoubleVec alpha, DoubleVec rest) const {
    const RiseAndExcess<DoubleTag> change = digamma_change(DoubleTag(), alpha, rest, sum_);
    return {hn::Mul(alpha, change.rise), hn::Mul(alpha, change.excess)};
  }
  HWY_INLINE OutcomeTerms pair(DoubleVec less, DoubleVec more) const {
    const OutcomeTerms one = smaller(less), other = greater(more, less);
    return {hn::Add(one.aleatoric, other.aleatoric), hn::Add(one.epistemic, other.epistemic)};
  }

 private:
  DoubleVec sum_;
  RiseAndExcess<DoubleTag> of_sum_;
};

// 1 / alpha_0
inline RowUnits entropy_units(const DirichletBlock& block) {
  RowUnits units;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    units.aleatoric[lane] = units.epistemic[lane] = 1 / block.sum[lane];
  }
  return units;
}

inline void dirichlet_label_entropy(const DirichletBlock& block) {
  const DoubleTag d;
  use_smaller_of_pairs(block);
  double* HWY_RESTRICT aleatoric = block.scratch.class_parts.aleatoric.data();
  double* HWY_RESTRICT epistemic = block.scratch.class_parts.epistemic.data();
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    const Outcomes outcomes(sum);
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const DoubleVec alpha = block.alpha_of(k, lane);
      const OutcomeTerms terms = outcomes.pair(alpha, hn::Sub(sum, alpha));
      hn::Store(terms.aleatoric, d, aleatoric + k * block_lanes + lane);
      hn::Store(terms.epistemic, d, epistemic + k * block_lanes + lane);
    }
  });
  store_label_wise(block, dirichlet_label_entropy_index, aleatoric, epistemic,
                   entropy_units(block));
}

inline RowUnits entropy_parts(const DirichletBlock& block) {
  const DoubleTag d;
  leave_dominant_out(block);
  RowUnits parts;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    const DoubleVec greatest = load_lanes(block.greatest, lane);
    const DoubleVec others = load_lanes(block.others, lane);
    const DoubleVec smaller = hn::Min(greatest, others);
    const Outcomes outcomes(sum);
    // a excess(a) rises from 0 to 1/2, and excess(a) is less than 21 for all a.
    OrderlessSum aleatoric(block.n_classes(), hn::Mul(smaller, outcomes.rise_of_sum()));
    OrderlessSum epistemic(block.n_classes(),
                           hn::Min(hn::Mul(smaller, hn::Set(d, 21.0)), hn::Set(d, 0.5)));
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const OutcomeTerms terms = outcomes.smaller(block.alpha_of(k, lane));
      aleatoric.add(terms.aleatoric);
      epistemic.add(terms.epistemic);
    }
    const OutcomeTerms dominant = outcomes.greater(greatest, smaller);
    const auto is_dominant = hn::Gt(greatest, others);
    const auto store = [&](const OrderlessSum& terms, DoubleVec last,
                           Lanes& to) QUALM_INLINE_LAMBDA {
      const DoubleVec all = hn::Add(terms.value(), hn::IfThenElseZero(is_dominant, last));
      hn::Store(hn::Div(all, sum), d, to.data() + lane);
    };
    store(aleatoric, dominant.aleatoric, parts.aleatoric);
    store(epistemic, dominant.epistemic, parts.epistemic);
  });
  return parts;
}

// Entropy, and the two families that follow from its parts: the pairwise divergence is
// (K - 1) / alpha_0, and the reverse one is what EU of entropy leaves of it, at least half.
inline void dirichlet_entropies(const DirichletBlock& block) {
  const RowUnits parts = entropy_parts(block);
  if (block.job.wants(dirichlet_entropy_index)) {
    store_parts(block, block.job.families[dirichlet_entropy_index], parts.aleatoric,
                parts.epistemic);
  }
  Lanes pairwise, reverse;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    pairwise[lane] = static_cast<double>(block.n_classes() - 1) / block.sum[lane];
    reverse[lane] = pairwise[lane] - parts.epistemic[lane];
  }
  if (block.job.wants(dirichlet_pairwise_entropy_index)) {
    store_parts(block, block.job.families[dirichlet_pairwise_entropy_index], parts.aleatoric,
                pairwise);
  }
  if (block.job.wants(dirichlet_reverse_entropy_index)) {
    store_parts(block, block.job.families[dirichlet_reverse_entropy_index], parts.aleatoric,
                reverse);
  }
}

inline void dirichlet_ordinal_entropy(const DirichletBlock& block) {
  const DoubleTag d;
  RowUnits parts;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    const Outcomes outcomes(sum);
    DoubleVec aleatoric = hn::Zero(d), epistemic = aleatoric;
    for_thresholds(block, lane, [&](DoubleVec below, DoubleVec above) QUALM_INLINE_LAMBDA {
      const OutcomeTerms terms = outcomes.pair(hn::Min(below, above), hn::Max(below, above));
      aleatoric = hn::Add(aleatoric, terms.aleatoric);
      epistemic = hn::Add(epistemic, terms.epistemic);
    });
    hn::Store(hn::Div(aleatoric, sum), d, parts.aleatoric.data() + lane);
    hn::Store(hn::Div(epistemic, sum), d, parts.epistemic.data() + lane);
  });
  store_parts(block, block.job.families[dirichlet_ordinal_entropy_index], parts.aleatoric,
              parts.epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
