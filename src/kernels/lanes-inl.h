// SPDX-License-Identifier: Apache-2.0
// What every family's kernel stands on: the block in lanes, its deviations, and how parts are
// stored.
#if defined(QUALM_KERNELS_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LANES_INL_H_
#undef QUALM_KERNELS_LANES_INL_H_
#else
#define QUALM_KERNELS_LANES_INL_H_
#endif

#include <algorithm>
#include <array>

#include "kernels/scratch.h"
#include "kernels/wide_sum-inl.h"

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

// Deviations are counted in units of 1 / deviation_scale: confident float32 members differ by
// 1e-25, and the square of that is no float.
inline constexpr double deviation_scale = 0x1p50;

// A block of instances in lanes of type T, and the job that it belongs to.
template <class T>
struct Block {
  const SampleJob& job;
  LaneArrays<T>& arrays;
  Scratch::Arrays& state;
  std::size_t first, count;
  std::size_t first_class = 0, end_class = 0;  // of the tile that is worked on
  std::size_t first_kept = 0;                  // the class that the arrays start with

  [[nodiscard]] T* probabilities(std::size_t k) const {
    return arrays.p.data() + (k - first_kept) * job.n_members * block_lanes;
  }
  // Where a class is in arrays [k][lane].
  [[nodiscard]] std::size_t place(std::size_t k, std::size_t lane) const {
    return (k - first_kept) * block_lanes + lane;
  }
  [[nodiscard]] const FamilyOutput& output(FamilyIndex family) const {
    return job.families[family];
  }
  // What a sum over members is multiplied by: they are weighted in it only where the weights
  // differ.
  [[nodiscard]] double member_share() const {
    return job.equal_weights ? 1 / static_cast<double>(job.n_members) : 1;
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

// One class of a block in one vector of lanes: what the loops over members read. Where all members
// count alike, `equal`, they are not weighted here but by the share of a member at the end.
template <class D, bool equal>
struct ClassColumn {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  HWY_INLINE ClassColumn(const Block<T>& block, std::size_t k, std::size_t lane)
      : p_(block.probabilities(k) + lane),
        weights_(block.arrays.weights.data()),
        centre_(scaled(hn::Load(D(), block.arrays.centre.data() + block.place(k, lane)))),
        shift_(scaled(hn::Load(D(), block.arrays.shift.data() + block.place(k, lane)))) {}

  HWY_INLINE V p(std::size_t m) const { return hn::Load(D(), p_ + m * block_lanes); }
  HWY_INLINE V weighted(std::size_t m, V value) const {
    if constexpr (equal) return value;
    return hn::Mul(value, hn::Set(D(), weights_[m]));
  }
  // (p - mean) * deviation_scale, zero exactly when all members are equal, with full relative
  // accuracy near zero.
  HWY_INLINE V deviation(V p) const {
    const V scale = hn::Set(D(), static_cast<T>(deviation_scale));
    return hn::Sub(mul_sub(D(), p, scale, centre_), shift_);
  }

 private:
  HWY_INLINE static V scaled(V x) {
    return hn::Mul(x, hn::Set(D(), static_cast<T>(deviation_scale)));
  }

  const T* HWY_RESTRICT p_;
  const T* HWY_RESTRICT weights_;
  V centre_, shift_;
};

// Stores the parts of a block; total is their sum.
inline void store_additive(const FamilyOutput& out, std::size_t first, std::size_t count,
                           const Lanes& aleatoric, const Lanes& epistemic) {
  const double epistemic_scale = out.scale * out.epistemic_factor;
  const auto store = [&](auto d, std::size_t lane) QUALM_INLINE_LAMBDA {
    // Adding 0 takes the sign off a zero: which one Max gives depends on the instruction set.
    const auto au = hn::Add(
        hn::Max(hn::Zero(d), hn::Mul(hn::LoadU(d, aleatoric.data() + lane), hn::Set(d, out.scale))),
        hn::Zero(d));
    const auto eu = hn::Mul(hn::LoadU(d, epistemic.data() + lane), hn::Set(d, epistemic_scale));
    hn::StoreU(au, d, out.aleatoric + first + lane);
    hn::StoreU(eu, d, out.epistemic + first + lane);
    hn::StoreU(hn::Add(au, eu), d, out.total + first + lane);
  };
  const Tag<double> d;
  std::size_t lane = 0;
  for (; lane + hn::Lanes(d) <= count; lane += hn::Lanes(d)) store(d, lane);
  for (; lane < count; ++lane) store(hn::CappedTag<double, 1>(), lane);
}

// Both parts in one vector of lanes, of one class or summed over the classes.
template <class D>
struct PartSums {
  WideSum<D> aleatoric, epistemic;

  HWY_INLINE PartSums() {}  // a defaulted one would not be compiled for the target
};

// What turns the sums of a kernel into its parts.
struct Units {
  double aleatoric, epistemic;
};

// Stores class k in one vector of lanes; its values are not multiplied by the weight of the class.
template <class T>
HWY_INLINE void store_class(const Block<T>& block, const FamilyOutput& out, std::size_t k,
                            std::size_t first_lane, Units units, const PartSums<Tag<T>>& parts) {
  Lanes aleatoric, epistemic;
  parts.aleatoric.store(aleatoric.data());
  parts.epistemic.store(epistemic.data());
  const std::size_t end = std::min(block.count, first_lane + hn::Lanes(Tag<T>()));
  for (std::size_t lane = first_lane; lane < end; ++lane) {
    const std::size_t place = (block.first + lane) * block.job.n_classes + k;
    const double au = std::max(0.0, aleatoric[lane - first_lane] * units.aleatoric * out.scale);
    const double eu =
        epistemic[lane - first_lane] * units.epistemic * (out.scale * out.epistemic_factor);
    out.class_aleatoric[place] = au;
    out.class_epistemic[place] = eu;
    out.class_total[place] = au + eu;
  }
}

// Both parts in all lanes of a block.
template <class T>
class BlockSums {
 public:
  HWY_INLINE BlockSums() {}
  HWY_INLINE PartSums<Tag<T>>& at(std::size_t lane) { return sums_[lane / hn::Lanes(Tag<T>())]; }

  HWY_INLINE const PartSums<Tag<T>>& at(std::size_t lane) const {
    return sums_[lane / hn::Lanes(Tag<T>())];
  }

  HWY_INLINE void store(Lanes& aleatoric, Lanes& epistemic, Units units) const {
    for (std::size_t i = 0; i < n_vectors; ++i) {
      sums_[i].aleatoric.store(aleatoric.data() + i * hn::Lanes(Tag<T>()));
      sums_[i].epistemic.store(epistemic.data() + i * hn::Lanes(Tag<T>()));
    }
    for (double& value : aleatoric) value *= units.aleatoric;
    for (double& value : epistemic) value *= units.epistemic;
  }

 private:
  static constexpr std::size_t n_vectors = block_lanes / hn::MaxLanes(Tag<T>());
  PartSums<Tag<T>> sums_[n_vectors];
};

// Stores a family whose sums over all classes are complete.
template <class T>
HWY_INLINE void store_sums(const Block<T>& block, FamilyIndex family, Units units,
                           const BlockSums<T>& sums) {
  Lanes aleatoric, epistemic;
  sums.store(aleatoric, epistemic, units);
  store_additive(block.output(family), block.first, block.count, aleatoric, epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
