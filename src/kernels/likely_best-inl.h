// SPDX-License-Identifier: Apache-2.0
// The class with the greatest mean, from means that are rounded: right unless two are nearly tied,
// which is noticed.
#if defined(QUALM_KERNELS_LIKELY_BEST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LIKELY_BEST_INL_H_
#undef QUALM_KERNELS_LIKELY_BEST_INL_H_
#else
#define QUALM_KERNELS_LIKELY_BEST_INL_H_
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

template <class T>
struct LikelyBest {
  using D = Tag<T>;

  alignas(64) std::array<T, block_lanes> mean{};
  alignas(64) std::array<T, block_lanes> second{};  // the next smaller mean, or an equal one
  alignas(64) std::array<T, block_lanes> where{};   // whole numbers

  // Means of at most `chunk` members in a row are rounded to less than this.
  static constexpr T tie = sizeof(T) == sizeof(float) ? T(0x1p-18) : T(0x1p-46);

  // One vector of lanes, in registers.
  class Lane {
   public:
    HWY_INLINE Lane(const LikelyBest& best, std::size_t lane)
        : mean_(hn::Load(D(), best.mean.data() + lane)),
          second_(hn::Load(D(), best.second.data() + lane)),
          where_(hn::Load(D(), best.where.data() + lane)) {}
    HWY_INLINE void see(Vec<D> of_class, std::size_t k) {
      const auto is_greater = hn::Gt(of_class, mean_);
      second_ = hn::Max(second_, hn::Min(of_class, mean_));
      mean_ = hn::Max(of_class, mean_);
      where_ = hn::IfThenElse(is_greater,
                              hn::Set(D(), static_cast<T>(static_cast<std::int32_t>(k))), where_);
    }
    HWY_INLINE void keep(LikelyBest& best, std::size_t lane) const {
      hn::Store(mean_, D(), best.mean.data() + lane);
      hn::Store(second_, D(), best.second.data() + lane);
      hn::Store(where_, D(), best.where.data() + lane);
    }

   private:
    Vec<D> mean_, second_, where_;
  };

  void store(std::uint32_t* to, std::size_t count) const {
    for (std::size_t lane = 0; lane < count; ++lane) {
      to[lane] = static_cast<std::uint32_t>(static_cast<std::int32_t>(where[lane]));
    }
  }

  [[nodiscard]] bool is_tied() const {
    const D d;
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const auto bound = hn::Mul(hn::Load(d, mean.data() + lane), hn::Set(d, 1 - tie));
      if (!hn::AllTrue(d, hn::Lt(hn::Load(d, second.data() + lane), bound))) return true;
    }
    return false;
  }
};

// Whether two classes of one instance, which are spread over the lanes, are nearly tied.
template <class T>
bool is_tied_in_any_lane(const LikelyBest<T>& best) {
  T greatest = 0, second = 0;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    second = std::max({second, std::min(greatest, best.mean[lane]), best.second[lane]});
    greatest = std::max(greatest, best.mean[lane]);
  }
  return !(second < greatest * (1 - LikelyBest<T>::tie));
}

template <class T>
Best widened(const LikelyBest<T>& likely) {
  Best best;
  std::copy(likely.mean.begin(), likely.mean.end(), best.mean.begin());
  std::copy(likely.where.begin(), likely.where.end(), best.where.begin());
  return best;
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
