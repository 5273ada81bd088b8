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

  // Of a concentration that is at most half of the sum.
  HWY_INLINE OutcomeTerms smaller(DoubleVec alpha) const {
    const Digamma<DoubleTag> here = digamma_of(DoubleTag(), alpha);
    return {hn::Mul(alpha, hn::Sub(of_sum_.rise, here.rise)),
            hn::Mul(alpha, hn::Sub(here.excess, of_sum_.excess))};
  }
  // Of one that is at least half of the sum; `rest` is what it leaves.
  HWY_INLINE OutcomeTerms greater(DoubleVec alpha, DoubleVec rest) const {
    const Digamma<DoubleTag> change = digamma_change(DoubleTag(), alpha, rest, sum_);
    return {hn::Mul(alpha, change.rise), hn::Mul(alpha, change.excess)};
  }
  HWY_INLINE OutcomeTerms pair(DoubleVec less, DoubleVec more) const {
    const OutcomeTerms one = smaller(less), other = greater(more, less);
    return {hn::Add(one.aleatoric, other.aleatoric), hn::Add(one.epistemic, other.epistemic)};
  }

 private:
  DoubleVec sum_;
  Digamma<DoubleTag> of_sum_;
};

// 1 / alpha_0
inline RowUnits entropy_units(const DirichletBlock& block) {
  RowUnits units;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    units.aleatoric[lane] = units.epistemic[lane] = 1 / block.sum[lane];
  }
  return units;
}

// Keeps of(outcomes, alpha) of each class.
template <class Of>
HWY_INLINE void keep_terms(const DirichletBlock& block, const Of& of) {
  const DoubleTag d;
  double* HWY_RESTRICT aleatoric = block.scratch.class_parts.aleatoric.data();
  double* HWY_RESTRICT epistemic = block.scratch.class_parts.epistemic.data();
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    const Outcomes outcomes(sum);
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const OutcomeTerms terms = of(outcomes, block.alpha_of(k, lane), sum);
      hn::Store(terms.aleatoric, d, aleatoric + k * block_lanes + lane);
      hn::Store(terms.epistemic, d, epistemic + k * block_lanes + lane);
    }
  });
}

inline void dirichlet_label_entropy(const DirichletBlock& block) {
  use_smaller_of_pairs(block);
  keep_terms(block, [](const Outcomes& outcomes, DoubleVec alpha, DoubleVec sum)
                        QUALM_INLINE_LAMBDA { return outcomes.pair(alpha, hn::Sub(sum, alpha)); });
  store_label_wise(block, dirichlet_label_entropy_index, block.scratch.class_parts.aleatoric,
                   block.scratch.class_parts.epistemic, entropy_units(block));
}

// Adds the class that is more than all others together, where there is one.
inline void add_dominant_class(const DirichletBlock& block, RowUnits& sums) {
  const DoubleTag d;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec greatest = load_lanes(block.greatest, lane);
    const DoubleVec others = load_lanes(block.others, lane);
    const auto is_dominant = hn::Gt(greatest, others);
    const OutcomeTerms terms =
        Outcomes(load_lanes(block.sum, lane)).greater(greatest, hn::Min(others, greatest));
    const auto add = [&](DoubleVec term, Lanes& to) QUALM_INLINE_LAMBDA {
      const DoubleVec sum = hn::Add(load_lanes(to, lane), hn::IfThenElseZero(is_dominant, term));
      hn::Store(hn::Div(sum, load_lanes(block.sum, lane)), d, to.data() + lane);
    };
    add(terms.aleatoric, sums.aleatoric);
    add(terms.epistemic, sums.epistemic);
  });
}

inline RowUnits entropy_parts(const DirichletBlock& block) {
  Lanes kept;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    kept[lane] = block.greatest[lane] > block.others[lane] ? 0 : block.greatest[lane];
  }
  block.set_greatest(kept);
  keep_terms(block, [](const Outcomes& outcomes, DoubleVec alpha, DoubleVec /*sum*/)
                        QUALM_INLINE_LAMBDA { return outcomes.smaller(alpha); });
  RowUnits parts;
  const ClassParts& terms = block.scratch.class_parts;
  orderless_sums<2>(terms.aleatoric.data(), block.n_classes(), block_lanes, nullptr,
                    parts.aleatoric.data());
  orderless_sums<2>(terms.epistemic.data(), block.n_classes(), block_lanes, nullptr,
                    parts.epistemic.data());
  add_dominant_class(block, parts);
  return parts;
}

// Entropy, and the two families that follow from its parts: the pairwise divergence is
// (K - 1) / alpha_0, and the reverse one is what EU of entropy leaves of it, at least half.
inline void dirichlet_entropies(const DirichletBlock& block) {
  const RowUnits parts = entropy_parts(block);
  if (block.job.wants(dirichlet_entropy_index)) {
    store_parts(block, dirichlet_entropy_index, parts.aleatoric, parts.epistemic);
  }
  Lanes pairwise, reverse;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    pairwise[lane] = static_cast<double>(block.n_classes() - 1) / block.sum[lane];
    reverse[lane] = pairwise[lane] - parts.epistemic[lane];
  }
  if (block.job.wants(dirichlet_pairwise_entropy_index)) {
    store_parts(block, dirichlet_pairwise_entropy_index, parts.aleatoric, pairwise);
  }
  if (block.job.wants(dirichlet_reverse_entropy_index)) {
    store_parts(block, dirichlet_reverse_entropy_index, parts.aleatoric, reverse);
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
  store_parts(block, dirichlet_ordinal_entropy_index, parts.aleatoric, parts.epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
