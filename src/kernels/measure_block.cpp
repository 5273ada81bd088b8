// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set: everything that the -inl.h files say, put together.
#include "kernels/instruction_sets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/measure_block.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include <algorithm>
#include <iterator>

// Inlined everywhere, code for one number at a time is half of all instructions: long to compile,
// and only x86 CPUs before SSE4 run it.
#if HWY_TARGET == HWY_SCALAR && HWY_ARCH_X86 && !defined(HWY_COMPILE_ONLY_SCALAR)
#undef HWY_INLINE
#define HWY_INLINE inline
#endif

#include "kernels/entropy-inl.h"
#include "kernels/entropy_again-inl.h"
#include "kernels/equal_members-inl.h"
#include "kernels/label_entropy-inl.h"
#include "kernels/load_block-inl.h"
#include "kernels/measure_one-inl.h"
#include "kernels/prepare_block-inl.h"
#include "kernels/softmax-inl.h"
#include "kernels/sort_members-inl.h"
#include "kernels/spherical-inl.h"
#include "kernels/target.h"
#include "kernels/variance-inl.h"
#include "kernels/wasserstein-inl.h"
#include "kernels/zero_one-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Calls body(variance, entropy): which of the two are asked for, as std::bool_constant.
template <class T, class Body>
HWY_INLINE void with_families(const Block<T>& block, const Body& body) {
  const bool variance = block.output(variance_index).wanted();
  const bool entropy = block.output(entropy_index).wanted();
  if (variance && entropy) {
    body(std::true_type(), std::true_type());
  } else if (variance) {
    body(std::true_type(), std::false_type());
  } else if (entropy) {
    body(std::false_type(), std::true_type());
  }
}

// Variance and entropy, which most ask for together, of members that do not count alike or are
// mirrored: only in double lanes.
inline void measure_other_members(const Block<double>& block) {
  with_families(block, [&](auto variance, auto entropy) {
    if constexpr (!entropy()) {
      measure_classes<Variance>(block);
    } else if constexpr (!variance()) {
      measure_classes<Entropy>(block);
    } else {
      measure_classes<Variance, Entropy>(block);
    }
  });
}

// The families that are sums over classes.
template <class T>
void measure_tile(const Block<T>& block, LikelyBest<T>& best) {
  if (block.job.has_equal_members()) {
    with_families(block, [&](auto variance, auto entropy) {
      measure_equal_members<variance(), entropy()>(block, best);
    });
  } else if constexpr (sizeof(T) == sizeof(double)) {
    measure_other_members(block);
  }
  if (block.output(label_entropy_index).wanted()) measure_classes<LabelEntropy>(block);
}

template <class T>
Units units_of(const Block<T>& block, std::size_t family) {
  const bool is_equal = block.job.has_equal_members();
  if (family == label_entropy_index) return LabelEntropy<Tag<T>>::units(block);
  if (family == variance_index) {
    return is_equal ? variance_units(block) : Variance<Tag<T>>::units(block);
  }
  return is_equal ? entropy_units(block) : Entropy<Tag<T>>::units(block);
}

// Those that need all classes.
template <class T>
constexpr void (*whole_families[n_families - n_summed_families])(const Block<T>&, const Best&) = {
    spherical_block<T>, zero_one_block<T>, wasserstein_block<T>};

// What has to see all classes before anything is computed from them.
template <class T>
BlockStatus load_all_classes(const Block<T>& block) {
  BlockStatus status;
  load_tile(block);
  if constexpr (sizeof(T) == sizeof(double)) {
    if (block.job.kind == SampleKind::logits) {
      status.suspicious = softmax_rows(block);
    } else if (block.job.renormalize) {
      status.renormalized_rows = renormalize_rows(block);
    }
  }
  return status;
}

// Stores the families that are sums over classes: sum(terms, weights, sums) adds up the classes,
// again() computes AU of the entropy term by term.
template <class T, class Sum, class Again>
void store_families(const Block<T>& block, const FamilyOutput* families, std::size_t first,
                    std::size_t count, const Sum& sum, const Again& again) {
  for (std::size_t family = 0; family < n_summed_families; ++family) {
    const FamilyOutput& out = families[family];
    if (!out.wanted()) continue;
    const ClassParts<T>& parts = block.arrays.class_parts[family];
    const Units units = units_of(block, family);
    const double* weights = units.is_label_wise ? block.job.class_weights : nullptr;
    FamilySums sums;
    sum(parts.aleatoric, weights, sums.aleatoric);
    sum(parts.epistemic, weights, sums.epistemic);
    if (family == entropy_index && block.job.has_equal_members() && any_has_lost_digits(sums)) {
      again();
      alignas(64) Lanes aleatoric;
      sum(parts.aleatoric, weights, aleatoric);
      replace_lost_digits(sums, aleatoric);
    }
    sums.multiply(units);
    store_additive(out, first, count, sums.aleatoric, sums.epistemic);
    if (out.class_total != nullptr) store_classes(block, out, units, parts);
  }
}

// Calls body(block) for one tile of the instance after the other, its members in order.
template <class T, class Body>
void for_tiles_of_one(const SampleJob& job, Block<T>& block, const Body& body) {
  const std::size_t n_full = job.n_classes / block_lanes, n_groups = block.job.n_classes;
  for (std::size_t k = 0; k < n_groups; k = block.end_class) {
    block.first_class = block.first_kept = k;
    block.end_class = k < n_full ? end_of_tile(k, n_full) : n_groups;
    block.count = k < n_full ? block_lanes : job.n_classes % block_lanes;
    load_tile(block);
    clear_empty_lanes(block);
    const bool is_suspicious = check_tile(block);
    sort_members(block);
    body(is_suspicious);
  }
}

template <class T>
BlockStatus measure_one(const SampleJob& job, std::size_t instance, LaneArrays<T>& lanes,
                        Scratch::Arrays& state) {
  const SampleJob row = turned(job, instance);
  Block<T> block{row, lanes, state, 0, block_lanes};
  BlockStatus status;
  LikelyBest<T> likely;
  Best best{};
  const auto see_means = [&] {
    compute_moments(block);
    update_best(block, best);
  };
  for_tiles_of_one(job, block, [&](bool is_suspicious) {
    if (is_suspicious) status.suspicious = true;
    if (job.needs_means()) see_means();
    measure_tile(block, likely);
  });
  if (check_spread_row_sums(block, job.n_classes)) status.suspicious = true;
  if (!job.needs_means()) {
    if (is_tied_in_any_lane(likely)) {
      for_tiles_of_one(job, block, [&](bool) { see_means(); });
    } else {
      best = widened(likely);
    }
  }
  job.predicted[instance] = best_of_lanes(best);
  store_families(
      block, job.families, instance, 1,
      [&](const AlignedVector<T>& terms, const double* /*weights*/, Lanes& sums) {
        sums = {sum_lanes(terms.data(), row.n_classes, job.n_classes)};
      },
      [&] { for_tiles_of_one(job, block, [&](bool) { measure_entropy_again(block); }); });
  return status;
}

// Calls body(is_suspicious) for one tile of the block after the other, its members in order.
template <class T, class Body>
void for_tiles(Block<T>& block, bool is_loaded, const Body& body) {
  const SampleJob& job = block.job;
  const bool is_checked = job.kind == SampleKind::probabilities;
  for (std::size_t k = 0; k < job.n_classes; k = block.end_class) {
    block.first_class = k;
    block.end_class = end_of_tile(k, job.n_classes);
    block.first_kept = job.keeps_all_classes() ? 0 : k;
    if (!is_loaded) load_tile(block);
    const bool is_suspicious = is_checked && check_tile(block);
    sort_members(block);
    body(is_suspicious);
  }
}

template <class T>
BlockStatus measure_lanes(Block<T> block) {
  const SampleJob& job = block.job;
  const bool is_loaded = job.kind != SampleKind::probabilities || job.renormalize;
  const bool needs_means = job.needs_means();
  BlockStatus status;
  block.end_class = job.n_classes;
  if (is_loaded) status = load_all_classes(block);
  LikelyBest<T> likely;
  Best best{};
  const auto see_means = [&] {
    compute_moments(block);
    update_best(block, best);
  };
  for_tiles(block, is_loaded, [&](bool is_suspicious) {
    if (is_suspicious) status.suspicious = true;
    if (needs_means) see_means();
    if (job.mean != nullptr) store_means(block);
    measure_tile(block, likely);
  });
  if (job.kind == SampleKind::probabilities && check_row_sums(block)) status.suspicious = true;
  store_families(
      block, job.families, block.first, block.count,
      [&](const AlignedVector<T>& terms, const double* weights, Lanes& sums) {
        if (weights == nullptr) {
          sum_classes(terms.data(), job.n_classes, sums.data());
        } else {
          sum_weighted_classes(terms.data(), job.n_classes, weights, sums.data());
        }
      },
      [&] { for_tiles(block, is_loaded, [&](bool) { measure_entropy_again(block); }); });
  if (needs_means || likely.is_tied()) {
    if (!needs_means) for_tiles(block, is_loaded, [&](bool) { see_means(); });
    for (std::size_t lane = 0; lane < block.count; ++lane) {
      job.predicted[block.first + lane] = static_cast<std::uint32_t>(best.where[lane]);
    }
  } else {
    likely.store(job.predicted + block.first, block.count);
  }
  if (block.output(zero_one_index).wanted() || block.output(wasserstein_index).wanted()) {
    find_maxima(block);
  }
  for (std::size_t family = n_summed_families; family < n_families; ++family) {
    if (job.families[family].wanted()) whole_families<T>[family - n_summed_families](block, best);
  }
  return status;
}

BlockStatus measure_block(const SampleJob& job, std::size_t first, std::size_t count,
                          Scratch& scratch) {
  Scratch::Arrays& arrays = scratch.arrays();
  if (count == 1 && can_measure_one(job)) {
    return job.uses_float_lanes() ? measure_one(job, first, arrays.float_lanes, arrays)
                                  : measure_one(job, first, arrays.double_lanes, arrays);
  }
  if (job.uses_float_lanes()) {
    return measure_lanes(Block<float>{job, arrays.float_lanes, arrays, first, count});
  }
  return measure_lanes(Block<double>{job, arrays.double_lanes, arrays, first, count});
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace qualm::kernels {

HWY_EXPORT(measure_block);

MeasureBlock measure_block_for(const Target& target) {
  hwy::ChosenTarget chosen;  // our own, not the process-wide one
  chosen.Update(target.bit);
  // The table has one entry where there is one target, and its index is not 0 even then.
  const auto& table = HWY_DISPATCH_TABLE(measure_block);
  return table[std::size(table) == 1 ? 0 : chosen.GetIndex()];
}

std::vector<Target> find_targets() {
  std::vector<Target> targets;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    std::string_view name = "portable";
    switch (bit) {
      case HWY_AVX3:
        name = "avx3";
        break;
      case HWY_AVX2:
        name = "avx2";
        break;
      case HWY_SSE4:
        name = "sse4";
        break;
      case HWY_NEON:
        name = "neon";
        break;
      default:
        break;
    }
    targets.push_back({name, bit});
  }
  return targets;
}

}  // namespace qualm::kernels
#endif  // HWY_ONCE
