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
#include <type_traits>

#include "kernels/probability-inl.h"
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
inline constexpr int deviation_power = 50;
inline constexpr double deviation_scale = 0x1p50;

// A number in that unit. The product with a power of two is exact.
template <class D>
HWY_INLINE Vec<D> scaled(D d, Vec<D> x) {
  return hn::Mul(x, hn::Set(d, static_cast<hn::TFromD<D>>(deviation_scale)));
}

// A block of instances in lanes of type T, and the job that it belongs to.
template <class T>
struct Block {
  const SampleJob& job;
  LaneArrays<T>& arrays;
  Scratch::Arrays& state;
  std::size_t first, count;
  std::size_t first_class = 0, end_class = 0;  // of the tile that is worked on
  std::size_t first_kept = 0;                  // the class that the arrays start with
  bool keeps_rows = job.needs_rows();  // asked once: 2% of all instructions if for each class

  [[nodiscard]] T* probabilities(std::size_t k) const {
    return arrays.p.data() + (k - first_kept) * job.n_members * block_lanes;
  }
  // The same numbers with the members of each class in rising order, and their weights.
  [[nodiscard]] T* sorted(std::size_t k) const {
    return keeps_rows ? arrays.sorted.data() + (k - first_kept) * job.n_members * block_lanes
                      : probabilities(k);
  }
  [[nodiscard]] double* sorted_weights(std::size_t k) const {
    return state.sorted_weights.data() + (k - first_kept) * job.n_members * block_lanes;
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

// The member in the middle of those that are in order.
constexpr std::size_t middle_of(std::size_t n_members) {
  return n_members / 2;
}

// Calls body(m) for every member, and flush() after each chunk of them.
template <class Body, class Flush>
HWY_INLINE void for_members(std::size_t n_members, const Body& body, const Flush& flush) {
  for (std::size_t begin = 0; begin < n_members; begin += chunk) {
    const std::size_t end = std::min(n_members, begin + chunk);
    for (std::size_t m = begin; m < end; ++m) body(m);
    flush();
  }
}

// The members of one class in one vector of lanes, in rising order. Where all of them count alike,
// `equal`, they are not weighted here but by the share of a member at the end.
template <class D, bool equal, bool mirrored>
struct MemberColumn {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  HWY_INLINE MemberColumn(const Block<T>& block, std::size_t k, std::size_t lane)
      : p_(block.sorted(k) + lane), stride_(block.job.n_members * block_lanes) {
    if constexpr (!equal) weights_ = block.sorted_weights(k) + lane;
  }
  // Loops over classes step from one to the next: every store to memory would make the compiler
  // look up again where all arrays are.
  HWY_INLINE void next_class() {
    p_ += stride_;
    if constexpr (!equal) weights_ += stride_;
  }

  HWY_INLINE const T* place(std::size_t m) const { return p_ + m * block_lanes; }
  HWY_INLINE Probability<D, mirrored> operator[](std::size_t m) const {
    return Probability<D, mirrored>(hn::Load(D(), place(m)));
  }
  // The first of the heaviest members, as it is stored.
  HWY_INLINE V heaviest(std::size_t n_members) const {
    V stored = hn::Load(D(), place(0));
    if constexpr (!equal) {
      V weight = hn::Load(D(), weights_);
      for (std::size_t m = 1; m < n_members; ++m) {
        const V other = hn::Load(D(), weights_ + m * block_lanes);
        stored = hn::IfThenElse(hn::Gt(other, weight), hn::Load(D(), place(m)), stored);
        weight = hn::Max(other, weight);
      }
    }
    return stored;
  }
  HWY_INLINE V weighted(std::size_t m, V value) const {
    if constexpr (equal) {
      return value;
    } else {
      return hn::Mul(value, hn::Load(D(), weights_ + m * block_lanes));
    }
  }

 private:
  const T* HWY_RESTRICT p_;
  const T* HWY_RESTRICT weights_ = nullptr;
  std::size_t stride_;
};

// p - mean of one class in one vector of lanes, in units of 1 / deviation_scale: zero exactly when
// all members are equal, with full relative accuracy near zero.
template <class D, bool mirrored>
struct Deviation {
  using T = hn::TFromD<D>;
  using V = Vec<D>;

  HWY_INLINE Deviation(const Block<T>& block, std::size_t k, std::size_t lane)
      : Deviation(block.arrays.centre.data() + block.place(k, lane),
                  block.arrays.shift.data() + block.place(k, lane)) {}
  HWY_INLINE Deviation(const T* centre, const T* shift)
      : Deviation(hn::Load(D(), centre), hn::Load(D(), shift)) {}

  HWY_INLINE V of(const Probability<D, mirrored>& value) const {
    return hn::Sub(hn::Sub(scaled(D(), end_.coordinate(value)), centre_), shift_);
  }

 private:
  HWY_INLINE Deviation(V centre, V shift)
      : end_(centre),
        centre_(scaled(D(), end_.coordinate(Probability<D, mirrored>(centre)))),
        shift_(scaled(D(), shift)) {}

  End<D, mirrored> end_;
  V centre_, shift_;
};

// The class with the greatest mean in every lane, the lowest where tied, of those seen so far.
struct Best {
  alignas(64) Lanes mean;
  alignas(64) Lanes where;  // whole numbers
};

// Calls body(mirrored): std::true_type if the stored numbers are mirrored, which those of float
// lanes are not.
template <class T, class Body>
HWY_INLINE void with_storage(const Block<T>& block, const Body& body) {
  if constexpr (sizeof(T) == sizeof(double)) {
    if (block.job.is_mirrored()) {
      body(std::true_type());
      return;
    }
  }
  body(std::false_type());
}

// Calls body(equal, mirrored): equal is std::true_type if all members count alike, which they do in
// float lanes.
template <class T, class Body>
HWY_INLINE void with_weights(const Block<T>& block, const Body& body) {
  with_storage(block, [&](auto mirrored) QUALM_INLINE_LAMBDA {
    if constexpr (sizeof(T) == sizeof(double)) {
      if (!block.job.equal_weights) {
        body(std::false_type(), mirrored);
        return;
      }
    }
    body(std::true_type(), mirrored);
  });
}

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

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
