// SPDX-License-Identifier: Apache-2.0
// What every family of Dirichlet distributions stands on: the concentrations of a block in lanes,
// the greatest of each row, and their sums.
#if defined(QUALM_KERNELS_DIRICHLET_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIRICHLET_BLOCK_INL_H_
#undef QUALM_KERNELS_DIRICHLET_BLOCK_INL_H_
#else
#define QUALM_KERNELS_DIRICHLET_BLOCK_INL_H_
#endif

#include "kernels/dirichlet_job.h"
#include "kernels/load_block-inl.h"
#include "kernels/orderless_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

using DoubleTag = Tag<double>;
using DoubleVec = Vec<DoubleTag>;

// Calls body(lane) for every vector of a block.
template <class Body>
HWY_INLINE void for_lanes(const Body& body) {
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(DoubleTag())) body(lane);
}

HWY_INLINE DoubleVec load_lanes(const Lanes& lanes, std::size_t lane) {
  return hn::Load(DoubleTag(), lanes.data() + lane);
}

struct DirichletBlock {
  const DirichletJob& job;
  DirichletScratch& scratch;
  Block<double> rows;
  double* alpha;                      // [k][lane]
  alignas(64) Lanes greatest, where;  // the class that is predicted
  alignas(64) Lanes others, sum;      // of all classes but that one, and of all

  DirichletBlock(const DirichletJob& of, DirichletScratch& memory, std::size_t first,
                 std::size_t count)
      : job(of),
        scratch(memory),
        rows{of.rows, memory.rows.arrays().double_lanes, memory.rows.arrays(), first, count},
        alpha(rows.arrays.p.data()) {
    rows.end_class = of.rows.n_classes;
  }

  [[nodiscard]] std::size_t n_classes() const { return job.rows.n_classes; }
  [[nodiscard]] HWY_INLINE DoubleVec alpha_of(std::size_t k, std::size_t lane) const {
    return hn::Load(DoubleTag(), alpha + k * block_lanes + lane);
  }
  // Puts another number in the place of the greatest concentration of each row: a row is dominated
  // by one class at most, and only there a function of the others loses digits as one of the sum.
  void set_greatest(const Lanes& values) const {
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      alpha[static_cast<std::size_t>(where[lane]) * block_lanes + lane] = values[lane];
    }
  }
};

// A class that is more than all others together is not summed with them but added at the end.
inline void leave_dominant_out(const DirichletBlock& block) {
  Lanes kept;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    kept[lane] = block.greatest[lane] > block.others[lane] ? 0 : block.greatest[lane];
  }
  block.set_greatest(kept);
}

// One bit for each lane that has a number of which these kernels know nothing.
inline std::uint32_t load_concentrations(DirichletBlock& block) {
  const DoubleTag d;
  load_tile(block.rows);
  const auto least = hn::Set(d, block.job.are_counts ? 0 : least_concentration);
  const auto most = hn::Set(d, greatest_concentration);
  const auto prior = hn::Set(d, block.job.are_counts ? 1.0 : 0.0);
  alignas(64) Lanes is_outside;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    DoubleVec greatest = hn::Zero(d), where = hn::Zero(d);
    auto inside = hn::Eq(greatest, where);
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const DoubleVec read = block.alpha_of(k, lane);
      inside = hn::And(inside, hn::And(hn::Ge(read, least), hn::Le(read, most)));
      const DoubleVec alpha = hn::Add(read, prior);
      if (block.job.are_counts) hn::Store(alpha, d, block.alpha + k * block_lanes + lane);
      const auto is_greater = hn::Gt(alpha, greatest);
      where = hn::IfThenElse(is_greater, hn::Set(d, static_cast<double>(k)), where);
      greatest = hn::IfThenElse(is_greater, alpha, greatest);
    }
    hn::Store(greatest, d, block.greatest.data() + lane);
    hn::Store(where, d, block.where.data() + lane);
    hn::Store(hn::IfThenElse(inside, hn::Zero(d), hn::Set(d, 1.0)), d, is_outside.data() + lane);
  });
  block.set_greatest(Lanes{});
  orderless_sums<2>(block.alpha, block.n_classes(), block_lanes, nullptr, block.others.data());
  std::uint32_t outside = 0;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    block.sum[lane] = block.others[lane] + block.greatest[lane];
    const bool is_inside =
        is_outside[lane] == 0 && block.sum[lane] <= greatest_sum_of_concentrations;
    if (lane < block.rows.count && !is_inside) outside |= 1U << lane;
  }
  return outside;
}

// The class that is predicted, and the mean where it is asked for.
inline void store_predictions(const DirichletBlock& block) {
  const SampleJob& job = block.job.rows;
  for (std::size_t lane = 0; lane < block.rows.count; ++lane) {
    job.predicted[block.rows.first + lane] = static_cast<std::uint32_t>(block.where[lane]);
  }
  if (job.mean == nullptr) return;
  block.set_greatest(block.greatest);
  for (std::size_t lane = 0; lane < block.rows.count; ++lane) {
    double* mean = job.mean + (block.rows.first + lane) * job.n_classes;
    for (std::size_t k = 0; k < job.n_classes; ++k) {
      mean[k] = block.alpha[k * block_lanes + lane] / block.sum[lane];
    }
  }
}

// The parts of a family; reverse-entropy has but one.
inline void store_parts(const DirichletBlock& block, const FamilyOutput& out,
                        const Lanes& aleatoric, const Lanes& epistemic) {
  if (out.total != nullptr) {
    store_additive(out, block.rows.first, block.rows.count, aleatoric, epistemic);
    return;
  }
  for (std::size_t lane = 0; lane < block.rows.count; ++lane) {
    out.epistemic[block.rows.first + lane] = epistemic[lane] * out.scale;
  }
}

// What turns sums over classes into parts, row by row.
struct RowUnits {
  alignas(64) Lanes aleatoric, epistemic;
};

// Stores a label-wise family by terms [k][lane]: the weighted sum of its classes, and the classes
// without weights.
inline void store_label_wise(const DirichletBlock& block, DirichletIndex family,
                             const double* aleatoric, const double* epistemic,
                             const RowUnits& units) {
  const FamilyOutput& out = block.job.families[family];
  const double* weights = block.job.rows.class_weights;
  alignas(64) Lanes sum_aleatoric, sum_epistemic;
  orderless_sums<2>(aleatoric, block.n_classes(), block_lanes, weights, sum_aleatoric.data());
  sum_epistemic = sum_aleatoric;
  if (epistemic != aleatoric) {
    orderless_sums<2>(epistemic, block.n_classes(), block_lanes, weights, sum_epistemic.data());
  }
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    sum_aleatoric[lane] *= units.aleatoric[lane];
    sum_epistemic[lane] *= units.epistemic[lane];
  }
  store_parts(block, out, sum_aleatoric, sum_epistemic);
  if (out.class_total == nullptr) return;
  for (std::size_t lane = 0; lane < block.rows.count; ++lane) {
    const std::size_t row = (block.rows.first + lane) * block.n_classes();
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const std::size_t from = k * block_lanes + lane;
      const double au = aleatoric[from] * units.aleatoric[lane] * out.scale;
      const double eu = epistemic[from] * units.epistemic[lane] * out.scale;
      out.class_aleatoric[row + k] = au;
      out.class_epistemic[row + k] = eu;
      out.class_total[row + k] = au + eu;
    }
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
