// SPDX-License-Identifier: Apache-2.0
// Families that are sums over classes and members: one loop for as many of them as are asked for
// together.
#if defined(QUALM_KERNELS_SUMMED_FAMILIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#undef QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#else
#define QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Adds the classes of a tile to the sums of some families. Family<D> is what a family keeps for one
// vector of lanes while its classes go by:
//   Family(block, lane, sums)              goes on with these sums
//   begin_class(k)
//   add(column, m, p, deviation)           a member
//   end_chunk()                            after at most `chunk` members
//   end_class(k)
//   end()                                  puts the sums back
template <bool equal, template <class> class... Family, class T, class... Sums>
HWY_INLINE void add_families_of(const Block<T>& block, Sums&... sums) {
  using D = Tag<T>;
  const auto add_lanes = [&](std::size_t lane, auto... families) QUALM_INLINE_LAMBDA {
    for (std::size_t k = block.first_class; k < block.end_class; ++k) {
      const ClassColumn<D, equal> column(block, k, lane);
      (families.begin_class(k), ...);
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            const auto p = column.p(m);
            const auto deviation = column.deviation(p);
            (families.add(column, m, p, deviation), ...);
          },
          [&]() QUALM_INLINE_LAMBDA { (families.end_chunk(), ...); });
      (families.end_class(k), ...);
    }
    (families.end(), ...);
  };
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(D())) {
    add_lanes(lane, Family<D>(block, lane, sums.at(lane))...);
  }
}

template <template <class> class... Family, class T, class... Sums>
void add_families(const Block<T>& block, Sums&... sums) {
  if (block.job.equal_weights) {
    add_families_of<true, Family...>(block, sums...);
  } else {
    add_families_of<false, Family...>(block, sums...);
  }
}

// What a family with a value for each class keeps: the terms of the present class, and the weighted
// sum over classes.
template <class D>
class LabelWiseSums {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE LabelWiseSums(const Block<T>& block, FamilyIndex family, Units units, std::size_t lane,
                           PartSums<D>& sums)
      : aleatoric(hn::Zero(D())),
        epistemic(aleatoric),
        block_(block),
        lane_(lane),
        out_(block.output(family)),
        units_(units),
        kept_(sums),
        sums_(sums) {}
  HWY_INLINE void begin_class(std::size_t /*k*/) { of_class_ = PartSums<D>(); }
  HWY_INLINE void end_chunk() {
    of_class_.aleatoric.add(aleatoric);
    of_class_.epistemic.add(epistemic);
    aleatoric = epistemic = hn::Zero(D());
  }
  HWY_INLINE void end_class(std::size_t k) {
    sums_.aleatoric.add_scaled(of_class_.aleatoric, block_.job.class_weights[k]);
    sums_.epistemic.add_scaled(of_class_.epistemic, block_.job.class_weights[k]);
    if (out_.class_total != nullptr) store_class(block_, out_, k, lane_, units_, of_class_);
  }
  HWY_INLINE void end() { kept_ = sums_; }

 protected:
  Vec<D> aleatoric, epistemic;  // of the present chunk of members
  const Block<T>& block_;
  std::size_t lane_;

 private:
  const FamilyOutput& out_;
  Units units_;
  PartSums<D>& kept_;
  PartSums<D> sums_, of_class_;
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
