// SPDX-License-Identifier: Apache-2.0
// Strips of a sorted list in double lanes, and sums of shares.
#if defined(QUALM_KERNELS_RANK_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_RANK_LANES_INL_H_
#undef QUALM_KERNELS_RANK_LANES_INL_H_
#else
#define QUALM_KERNELS_RANK_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include "kernels/rank_strips.h"

// As QUALM_INLINE_LAMBDA of lanes-inl.h.
#define QUALM_STRIP_LAMBDA HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using StripTag = hn::CappedTag<double, n_strips>;
using StripVec = hn::Vec<StripTag>;

// Calls body(strip) for every vector of strips.
template <class Body>
HWY_INLINE void for_strips(const Body& body) {
  for (std::size_t strip = 0; strip < n_strips; strip += hn::Lanes(StripTag())) body(strip);
}

HWY_INLINE StripVec load(const StripTable& table, std::size_t step, std::size_t strip) {
  return hn::Load(StripTag(), table.of.data() + step * n_strips + strip);
}
HWY_INLINE void store(StripVec values, StripTable& table, std::size_t step, std::size_t strip) {
  hn::Store(values, StripTag(), table.of.data() + step * n_strips + strip);
}

// A running sum in registers, written back at the end.
struct StripSum {
  StripVec value;

  HWY_INLINE StripSum(StripNumbers& numbers, std::size_t strip)
      : value(hn::Load(StripTag(), numbers.of.data() + strip)), home_(numbers.of.data() + strip) {}
  StripSum(const StripSum&) = delete;
  StripSum& operator=(const StripSum&) = delete;
  HWY_INLINE ~StripSum() { hn::Store(value, StripTag(), home_); }
  HWY_INLINE void add(StripVec terms) { value = hn::Add(value, terms); }

 private:
  double* home_;
};

// Shares as multiples of 2^-31, and what is left of them as multiples of 2^-62, which doubles add
// up exactly: 2^20 terms at a time.
struct ShareLanes {
  StripVec high, low;

  HWY_INLINE ShareLanes() : high(hn::Zero(StripTag())), low(hn::Zero(StripTag())) {}
  // Needs times * terms to be at most 2^20 until they are taken.
  HWY_INLINE void add(StripVec share, StripVec times) {
    const Split split(share);
    high = hn::Add(high, hn::Mul(split.high, times));
    low = hn::Add(low, hn::Mul(split.low, times));
  }
  HWY_INLINE void add(StripVec share) {
    const Split split(share);
    high = hn::Add(high, split.high);
    low = hn::Add(low, split.low);
  }
  HWY_INLINE void move_to(ShareParts& parts) {
    alignas(64) double numbers[n_strips];
    hn::Store(high, StripTag(), numbers);
    for (std::size_t i = 0; i < hn::Lanes(StripTag()); ++i) {
      parts.high += static_cast<std::int64_t>(numbers[i] * 0x1p31);
    }
    hn::Store(low, StripTag(), numbers);
    for (std::size_t i = 0; i < hn::Lanes(StripTag()); ++i) {
      parts.low += static_cast<std::int64_t>(numbers[i] * 0x1p62);
    }
    high = low = hn::Zero(StripTag());
  }

 private:
  struct Split {
    StripVec high, low;

    // The numbers added have ulps of 2^-31 and 2^-62: adding them rounds to these.
    HWY_INLINE explicit Split(StripVec share) {
      const StripVec to_high = hn::Set(StripTag(), 0x1.8p21);
      const StripVec to_low = hn::Set(StripTag(), 0x1.8p-10);
      high = hn::Sub(hn::Add(share, to_high), to_high);
      low = hn::Sub(hn::Add(hn::Sub(share, high), to_low), to_low);
    }
  };
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
