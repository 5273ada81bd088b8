// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set: everything that the -inl.h files say, put together.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/measure_block.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include <algorithm>

#include "kernels/entropy-inl.h"
#include "kernels/label_entropy-inl.h"
#include "kernels/load_block-inl.h"
#include "kernels/prepare_block-inl.h"
#include "kernels/spherical-inl.h"
#include "kernels/target.h"
#include "kernels/variance-inl.h"
#include "kernels/wasserstein-inl.h"
#include "kernels/zero_one-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// The kernels of the families, in the order of FamilyIndex.
template <class T>
constexpr void (*family_blocks[n_families])(const Block<T>&) = {
    variance_block<T>,  entropy_block<T>,  label_entropy_block<T>,
    spherical_block<T>, zero_one_block<T>, wasserstein_block<T>};

template <class T>
BlockStatus measure_lanes(const Block<T>& block) {
  const SampleJob& job = block.job;
  BlockStatus status;
  status.suspicious = !load_block(block);
  if constexpr (sizeof(T) == sizeof(double)) {
    if (job.kind == SampleKind::logits) {
      status.suspicious = check_logits(block);
      softmax_rows(block);
    } else if (job.renormalize) {
      status.renormalized_rows = renormalize_rows(block);
    }
  }
  if (job.kind == SampleKind::probabilities && check_probabilities(block)) {
    status.suspicious = true;
  }
  compute_moments(block);
  if (block.output(label_entropy_index).wanted()) compute_co_mean(block);
  const auto best = predict(block);
  std::copy_n(best.begin(), block.count, job.predicted + block.first);
  if (job.mean != nullptr) {
    for (std::size_t k = 0; k < job.n_classes; ++k) {
      for (std::size_t lane = 0; lane < block.count; ++lane) {
        job.mean[(block.first + lane) * job.n_classes + k] =
            block.state.mean[k * block_lanes + lane];
      }
    }
  }
  if (block.output(zero_one_index).wanted() || block.output(wasserstein_index).wanted()) {
    find_maxima(block, best);
  }
  for (std::size_t family = 0; family < n_families; ++family) {
    if (job.families[family].wanted()) family_blocks<T>[family](block);
  }
  return status;
}

BlockStatus measure_block(const SampleJob& job, std::size_t first, std::size_t count,
                          Scratch& scratch) {
  Scratch::Arrays& arrays = scratch.arrays();
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
  return HWY_DISPATCH_TABLE(measure_block)[chosen.GetIndex()];
}

std::vector<Target> supported_targets() {
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
