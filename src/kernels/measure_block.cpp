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

#include "kernels/entropy-inl.h"
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

// The families that are sums over classes, in the order of FamilyIndex; variance and entropy, which
// most ask for together, in one loop.
template <class T>
void measure_tile(const Block<T>& block) {
  const bool variance = block.output(variance_index).wanted();
  const bool entropy = block.output(entropy_index).wanted();
  if (variance && entropy) {
    measure_classes<Variance, Entropy>(block);
  } else if (variance) {
    measure_classes<Variance>(block);
  } else if (entropy) {
    measure_classes<Entropy>(block);
  }
  if (block.output(label_entropy_index).wanted()) measure_classes<LabelEntropy>(block);
}

template <class T>
constexpr Units (*summed_units[n_summed_families])(const Block<T>&) = {
    Variance<Tag<T>>::units, Entropy<Tag<T>>::units, LabelEntropy<Tag<T>>::units};

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

template <class T>
BlockStatus measure_one(const SampleJob& job, std::size_t instance, LaneArrays<T>& lanes,
                        Scratch::Arrays& state) {
  const SampleJob row = turned(job, instance);
  Block<T> block{row, lanes, state, 0, block_lanes};
  const std::size_t n_full = job.n_classes / block_lanes;
  BlockStatus status;
  Best best{};
  for (std::size_t k = 0; k < row.n_classes; k = block.end_class) {
    block.first_class = block.first_kept = k;
    block.end_class = k < n_full ? end_of_tile(k, n_full) : row.n_classes;
    block.count = k < n_full ? block_lanes : job.n_classes % block_lanes;
    load_tile(block);
    clear_empty_lanes(block);
    if (check_tile(block)) status.suspicious = true;
    sort_members(block);
    compute_moments(block);
    update_best(block, best);
    measure_tile(block);
  }
  if (check_spread_row_sums(block, job.n_classes)) status.suspicious = true;
  job.predicted[instance] = best_of_lanes(best);
  for (std::size_t family = 0; family < n_summed_families; ++family) {
    if (!job.families[family].wanted()) continue;
    const ClassParts& parts = state.class_parts[family];
    const Units units = summed_units<T>[family](block);
    const auto sum = [&](const AlignedVector<double>& terms, double unit) {
      return Lanes{
          orderless_sum_of_lanes<levels_for<T>>(terms.data(), row.n_classes, job.n_classes) * unit};
    };
    store_additive(job.families[family], instance, 1, sum(parts.aleatoric, units.aleatoric),
                   sum(parts.epistemic, units.epistemic));
  }
  return status;
}

template <class T>
BlockStatus measure_lanes(Block<T> block) {
  const SampleJob& job = block.job;
  const bool is_checked = job.kind == SampleKind::probabilities;
  const bool is_loaded = job.kind != SampleKind::probabilities || job.renormalize;
  BlockStatus status;
  block.end_class = job.n_classes;
  if (is_loaded) status = load_all_classes(block);
  Best best{};
  for (std::size_t k = 0; k < job.n_classes; k = block.end_class) {
    block.first_class = k;
    block.end_class = end_of_tile(k, job.n_classes);
    block.first_kept = job.keeps_all_classes() ? 0 : k;
    if (!is_loaded) load_tile(block);
    if (is_checked && check_tile(block)) status.suspicious = true;
    sort_members(block);
    compute_moments(block);
    update_best(block, best);
    if (job.mean != nullptr) store_means(block);
    measure_tile(block);
  }
  if (is_checked && check_row_sums(block)) status.suspicious = true;
  for (std::size_t family = 0; family < n_summed_families; ++family) {
    if (job.families[family].wanted()) {
      store_sums(block, static_cast<FamilyIndex>(family), summed_units<T>[family](block));
    }
  }
  for (std::size_t lane = 0; lane < block.count; ++lane) {
    job.predicted[block.first + lane] = static_cast<std::uint32_t>(best.where[lane]);
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
