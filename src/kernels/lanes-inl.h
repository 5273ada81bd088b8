// SPDX-License-Identifier: Apache-2.0
// What every family's kernel stands on: the block in lanes, and sums that do not lose digits.
#if defined(QUALM_KERNELS_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LANES_INL_H_
#undef QUALM_KERNELS_LANES_INL_H_
#else
#define QUALM_KERNELS_LANES_INL_H_
#endif

#include <algorithm>
#include <array>

#include "kernels/scratch.h"
#include "kernels/vector_math-inl.h"

// After the parameters of a lambda that a loop of a kernel calls: compiled for the kernel's target,
// and into the loop.
#define QUALM_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// At most block_lanes lanes; fewer where the target's vectors are shorter.
template <class T>
using Tag = hn::CappedTag<T, block_lanes>;

// One number for each lane of a block.
using Lanes = std::array<double, block_lanes>;

// Terms are added up in T over at most this many members or classes and then in double, so that the
// error does not grow with their number.
inline constexpr std::size_t chunk = 16;

// A sum of vectors of T, kept in double.
template <class D, bool wide = sizeof(hn::TFromD<D>) == sizeof(double)>
struct WideSum {
  Vec<D> sum;

  HWY_INLINE WideSum() : sum(hn::Zero(D())) {}
  HWY_INLINE void add(Vec<D> terms) { sum = hn::Add(sum, terms); }
  HWY_INLINE void add(Vec<D> terms, double factor) {
    sum = hn::Add(sum, hn::Mul(terms, hn::Set(D(), factor)));
  }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) {
    sum = hn::Add(sum, hn::Mul(terms.sum, hn::Set(D(), factor)));
  }
  HWY_INLINE void load(const double* from) { sum = hn::LoadU(D(), from); }
  HWY_INLINE void store(double* to) const { hn::StoreU(sum, D(), to); }
};

#if HWY_TARGET == HWY_SCALAR
template <class D>
struct WideSum<D, false> {
  double sum = 0;

  HWY_INLINE void add(Vec<D> terms) { sum += static_cast<double>(hn::GetLane(terms)); }
  HWY_INLINE void add(Vec<D> terms, double factor) {
    sum += static_cast<double>(hn::GetLane(terms)) * factor;
  }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) { sum += terms.sum * factor; }
  HWY_INLINE void load(const double* from) { sum = *from; }
  HWY_INLINE void store(double* to) const { *to = sum; }
};
#else
template <class D>
struct WideSum<D, false> {
  using DW = hn::Rebind<double, hn::Half<D>>;
  Vec<DW> lower, upper;

  HWY_INLINE WideSum() : lower(hn::Zero(DW())), upper(hn::Zero(DW())) {}
  HWY_INLINE void add(Vec<D> terms) {
    const hn::Half<D> half;
    lower = hn::Add(lower, hn::PromoteTo(DW(), hn::LowerHalf(half, terms)));
    upper = hn::Add(upper, hn::PromoteTo(DW(), hn::UpperHalf(half, terms)));
  }
  HWY_INLINE void add(Vec<D> terms, double factor) {
    WideSum wide;
    wide.add(terms);
    add_scaled(wide, factor);
  }
  HWY_INLINE void add_scaled(const WideSum& terms, double factor) {
    lower = hn::Add(lower, hn::Mul(terms.lower, hn::Set(DW(), factor)));
    upper = hn::Add(upper, hn::Mul(terms.upper, hn::Set(DW(), factor)));
  }
  HWY_INLINE void load(const double* from) {
    lower = hn::LoadU(DW(), from);
    upper = hn::LoadU(DW(), from + hn::Lanes(DW()));
  }
  HWY_INLINE void store(double* to) const {
    hn::StoreU(lower, DW(), to);
    hn::StoreU(upper, DW(), to + hn::Lanes(DW()));
  }
};
#endif

// Adds a vector of T to a place in memory of as many doubles.
template <class D, class V = Vec<D>>
HWY_INLINE void add_wide(D /*d*/, V terms, double* HWY_RESTRICT sums) {
  WideSum<D> sum;
  sum.load(sums);
  sum.add(terms);
  sum.store(sums);
}

// The inverse: as many doubles rounded to a vector of T.
template <class D, class V = Vec<D>>
HWY_INLINE V load_narrow(D d, const double* HWY_RESTRICT values) {
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(double)) {
    return hn::LoadU(d, values);
  } else {
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(d, static_cast<float>(*values));
#else
    const hn::Rebind<double, hn::Half<D>> dw;
    const hn::Half<D> half;
    return hn::Combine(d, hn::DemoteTo(half, hn::LoadU(dw, values + hn::Lanes(dw))),
                       hn::DemoteTo(half, hn::LoadU(dw, values)));
#endif
  }
}

// A block of instances in lanes of type T, and the job that it belongs to.
template <class T>
struct Block {
  const SampleJob& job;
  LaneArrays<T>& arrays;
  Scratch::Arrays& state;
  std::size_t first, count;

  [[nodiscard]] const T* probabilities(std::size_t k) const {
    return arrays.p.data() + k * job.n_members * block_lanes;
  }
  [[nodiscard]] const FamilyOutput& output(FamilyIndex family) const {
    return job.families[family];
  }
};

// Calls body(m) for every member, and flush() after each chunk of them.
template <class Body, class Flush>
HWY_INLINE void for_members(std::size_t n_members, const Body& body, const Flush& flush) {
  for (std::size_t begin = 0; begin < n_members; begin += chunk) {
    const std::size_t end = std::min(n_members, begin + chunk);
    for (std::size_t m = begin; m < end; ++m) body(m);
    flush();
  }
}

// One class of a block in one vector of lanes: what the loops over members read.
template <class D>
struct ClassColumn {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  HWY_INLINE ClassColumn(const Block<T>& block, std::size_t k, std::size_t lane)
      : p_(block.probabilities(k) + lane),
        weights_(block.arrays.weights.data()),
        first_(hn::Load(D(), p_)),
        shift_(hn::Load(D(), block.arrays.shift.data() + k * block_lanes + lane)) {}

  HWY_INLINE V p(std::size_t m) const { return hn::Load(D(), p_ + m * block_lanes); }
  HWY_INLINE V weight(std::size_t m) const { return hn::Set(D(), weights_[m]); }
  // What the deviations are counted from, so that equal members have none.
  HWY_INLINE V difference(V p) const { return hn::Sub(p, first_); }
  // p - mean, zero exactly when all members are equal, with full relative accuracy near zero.
  HWY_INLINE V deviation(V p) const { return hn::Sub(difference(p), shift_); }

 private:
  const T* HWY_RESTRICT p_;
  const T* HWY_RESTRICT weights_;
  V first_, shift_;
};

// Stores the parts of a block; total is their sum.
inline void store_additive(const FamilyOutput& out, std::size_t first, std::size_t count,
                           const Lanes& aleatoric, const Lanes& epistemic) {
  for (std::size_t lane = 0; lane < count; ++lane) {
    const double au = std::max(0.0, aleatoric[lane] * out.scale);
    const double eu = epistemic[lane] * out.scale * out.epistemic_factor;
    out.aleatoric[first + lane] = au;
    out.epistemic[first + lane] = eu;
    out.total[first + lane] = au + eu;
  }
}

// The same for class k; its values are not multiplied by the weight of the class.
template <class T>
void store_class(const Block<T>& block, const FamilyOutput& out, std::size_t k,
                 const Lanes& aleatoric, const Lanes& epistemic) {
  for (std::size_t lane = 0; lane < block.count; ++lane) {
    const std::size_t place = (block.first + lane) * block.job.n_classes + k;
    const double au = std::max(0.0, aleatoric[lane] * out.scale);
    const double eu = epistemic[lane] * out.scale * out.epistemic_factor;
    out.class_aleatoric[place] = au;
    out.class_epistemic[place] = eu;
    out.class_total[place] = au + eu;
  }
}

// Both parts in one vector of lanes, of one class or summed over the classes.
template <class D>
struct PartSums {
  WideSum<D> aleatoric, epistemic;

  HWY_INLINE PartSums() {}  // a defaulted one would not be compiled for the target
};

// Both parts in all lanes of a block.
template <class T>
class BlockSums {
 public:
  HWY_INLINE BlockSums() {}
  HWY_INLINE PartSums<Tag<T>>& at(std::size_t lane) { return sums_[lane / hn::Lanes(Tag<T>())]; }

  // Out of the vectors; the epistemic part multiplied by the unit that its kernel works in.
  HWY_INLINE void store(Lanes& aleatoric, Lanes& epistemic, double epistemic_unit) const {
    for (std::size_t i = 0; i < n_vectors; ++i) {
      sums_[i].aleatoric.store(aleatoric.data() + i * hn::Lanes(Tag<T>()));
      sums_[i].epistemic.store(epistemic.data() + i * hn::Lanes(Tag<T>()));
    }
    for (double& value : epistemic) value *= epistemic_unit;
  }

 private:
  static constexpr std::size_t n_vectors = block_lanes / hn::MaxLanes(Tag<T>());
  PartSums<Tag<T>> sums_[n_vectors];
};

// A family that is a weighted sum over classes: class_parts(block, k, lane) gives the terms of a
// class in one vector of lanes, the epistemic ones in that unit.
template <class T, class ClassParts>
HWY_INLINE void label_wise_block(const Block<T>& block, FamilyIndex family, double epistemic_unit,
                                 const ClassParts& class_parts) {
  const FamilyOutput& out = block.output(family);
  Lanes aleatoric, epistemic;
  BlockSums<T> sums;
  for (std::size_t k = 0; k < block.job.n_classes; ++k) {
    BlockSums<T> of_class;
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(Tag<T>())) {
      const PartSums<Tag<T>> terms = class_parts(block, k, lane);
      sums.at(lane).aleatoric.add_scaled(terms.aleatoric, block.job.class_weights[k]);
      sums.at(lane).epistemic.add_scaled(terms.epistemic, block.job.class_weights[k]);
      of_class.at(lane) = terms;
    }
    if (out.class_total != nullptr) {
      of_class.store(aleatoric, epistemic, epistemic_unit);
      store_class(block, out, k, aleatoric, epistemic);
    }
  }
  sums.store(aleatoric, epistemic, epistemic_unit);
  store_additive(out, block.first, block.count, aleatoric, epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
