// SPDX-License-Identifier: Apache-2.0
// Families that are sums over classes and members: one loop for as many of them as are asked for
// together.
#if defined(QUALM_KERNELS_SUMMED_FAMILIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#undef QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#else
#define QUALM_KERNELS_SUMMED_FAMILIES_INL_H_
#endif

#include "kernels/class_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Measures the classes of a tile by some families. Family<D> is what a family keeps for one vector
// of lanes while its classes go by:
//   Family(block, lane)
//   begin_class(k)
//   add(column, m, probability, deviation) a member
//   end_chunk()                            after at most `chunk` members
//   end_class(k)                           keeps the parts of the class
template <template <class> class... Family, class T>
void measure_classes(const Block<T>& block) {
  using D = Tag<T>;
  with_weights(block, [&](auto equal, auto mirrored) QUALM_INLINE_LAMBDA {
    const auto measure_lanes = [&](std::size_t lane, auto... families) QUALM_INLINE_LAMBDA {
      MemberColumn<D, equal(), mirrored()> column(block, block.first_class, lane);
      const T* HWY_RESTRICT centre =
          block.arrays.centre.data() + block.place(block.first_class, lane);
      const T* HWY_RESTRICT shift =
          block.arrays.shift.data() + block.place(block.first_class, lane);
      const std::size_t n_members = block.job.n_members, end_class = block.end_class;
      for (std::size_t k = block.first_class; k < end_class; ++k) {
        const Deviation<D, mirrored()> deviation(centre, shift);
        (families.begin_class(k), ...);
        for_members(
            n_members,
            [&](std::size_t m) QUALM_INLINE_LAMBDA {
              const auto value = column[m];
              const auto difference = deviation.of(value);
              (families.add(column, m, value, difference), ...);
            },
            [&]() QUALM_INLINE_LAMBDA { (families.end_chunk(), ...); });
        (families.end_class(k), ...);
        column.next_class();
        centre += block_lanes;
        shift += block_lanes;
      }
    };
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(D())) {
      measure_lanes(lane, Family<D>(block, lane)...);
    }
  });
}

// What such a family keeps: the parts of the present class.
template <class D>
class PartsOfClass {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE PartsOfClass(const Block<T>& block, FamilyIndex family, std::size_t lane)
      : aleatoric(hn::Zero(D())),
        epistemic(aleatoric),
        block_(block),
        lane_(lane),
        kept_aleatoric_(block.arrays.class_parts[family].aleatoric.data() + lane),
        kept_epistemic_(block.arrays.class_parts[family].epistemic.data() + lane) {}
  HWY_INLINE void begin_class(std::size_t /*k*/) {
    aleatoric_sum_ = WideSum<D>();
    epistemic_sum_ = WideSum<D>();
  }
  HWY_INLINE void end_chunk() {
    aleatoric_sum_.add(aleatoric);
    epistemic_sum_.add(epistemic);
    aleatoric = epistemic = hn::Zero(D());
  }
  HWY_INLINE void end_class(std::size_t k) {
    // In the unit of the deviations, as all parts are: tiny ones keep their digits when summed.
    aleatoric_sum_.multiply(deviation_scale);
    hn::Store(aleatoric_sum_.narrow(), D(), kept_aleatoric_ + k * block_lanes);
    hn::Store(epistemic_sum_.narrow(), D(), kept_epistemic_ + k * block_lanes);
  }

 protected:
  Vec<D> aleatoric, epistemic;  // of the present chunk of members
  const Block<T>& block_;
  std::size_t lane_;

 private:
  T* kept_aleatoric_;
  T* kept_epistemic_;
  WideSum<D> aleatoric_sum_, epistemic_sum_;
};

// What turns the sums of a family into its parts, and whether the weights of classes apply.
struct Units {
  double aleatoric, epistemic;
  bool is_label_wise;
};

// Stores the classes of a family; their values are not multiplied by their weights.
template <class T>
void store_classes(const Block<T>& block, const FamilyOutput& out, Units units,
                   const ClassParts<T>& parts) {
  for (std::size_t k = 0; k < block.job.n_classes; ++k) {
    for (std::size_t lane = 0; lane < block.count; ++lane) {
      const std::size_t from = k * block_lanes + lane;
      const std::size_t to = (block.first + lane) * block.job.n_classes + k;
      const double au =
          std::max(0.0, static_cast<double>(parts.aleatoric[from]) * units.aleatoric * out.scale);
      const double eu = static_cast<double>(parts.epistemic[from]) * units.epistemic *
                        (out.scale * out.epistemic_factor);
      out.class_aleatoric[to] = au;
      out.class_epistemic[to] = eu;
      out.class_total[to] = au + eu;
    }
  }
}

// The sums over classes of a family's parts.
struct FamilySums {
  alignas(64) Lanes aleatoric;
  alignas(64) Lanes epistemic;

  void multiply(const Units& units) {
    for (double& value : aleatoric) value *= units.aleatoric;
    for (double& value : epistemic) value *= units.epistemic;
  }
};

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
