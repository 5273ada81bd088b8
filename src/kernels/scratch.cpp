// SPDX-License-Identifier: Apache-2.0
#include "kernels/scratch.h"

namespace qualm::kernels {
namespace {

template <class T>
void prepare(LaneArrays<T>& lanes, const SampleJob& job) {
  const std::size_t per_class = job.n_classes * block_lanes;
  const std::size_t per_member = job.n_members * block_lanes;
  lanes.p.resize(per_class * job.n_members);
  lanes.mean.resize(per_class);
  lanes.shift.resize(per_class);
  lanes.co_mean.resize(per_class);
  lanes.rows.resize(block_lanes * job.n_classes);
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
  arrays_->mean.resize(job.n_classes * block_lanes);
  for (auto* state : {&arrays_->member_a, &arrays_->member_b, &arrays_->member_c}) {
    state->resize(job.n_members * block_lanes);
  }
}

Scratch::~Scratch() = default;

}  // namespace qualm::kernels
