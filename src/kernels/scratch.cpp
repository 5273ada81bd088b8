// SPDX-License-Identifier: Apache-2.0
#include "kernels/scratch.h"

#include <algorithm>

namespace qualm::kernels {
namespace {

std::size_t kept_classes(const SampleJob& job) {
  if (job.keeps_all_classes()) return job.n_classes;
  return std::min(job.n_classes, 2 * tile_classes - 1);
}

template <class T>
void prepare(LaneArrays<T>& lanes, const SampleJob& job) {
  const std::size_t per_class = kept_classes(job) * block_lanes;
  const std::size_t per_member = job.n_members * block_lanes;
  lanes.p.resize(per_class * job.n_members);
  for (auto* array : {&lanes.mean, &lanes.centre, &lanes.shift, &lanes.co_mean, &lanes.rows}) {
    array->resize(per_class);
  }
  lanes.sorted.resize(per_member);
  lanes.row_sum.resize(per_member);
  lanes.row_max.resize(per_member);
  lanes.at_best.resize(per_member);
  lanes.weights.reserve(job.n_members);
  for (std::size_t m = 0; m < job.n_members; ++m) {
    lanes.weights.push_back(static_cast<T>(job.member_weights[m]));
  }
}

}  // namespace

Scratch::Scratch(const SampleJob& job) : arrays_(std::make_unique<Arrays>()) {
  if (job.uses_float_lanes()) {
    prepare(arrays_->float_lanes, job);
  } else {
    prepare(arrays_->double_lanes, job);
  }
  arrays_->mean.resize(kept_classes(job) * block_lanes);
  for (auto* state : {&arrays_->member_a, &arrays_->member_b, &arrays_->member_c}) {
    state->resize(job.n_members * block_lanes);
  }
}

Scratch::~Scratch() = default;

}  // namespace qualm::kernels
