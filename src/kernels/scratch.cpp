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
  for (auto* array :
       {&lanes.mean, &lanes.centre, &lanes.shift, &lanes.spread, &lanes.co_mean, &lanes.rows}) {
    array->resize(per_class);
  }
  if (job.needs_rows()) lanes.sorted.resize(lanes.p.size());
  lanes.row_sum.resize(per_member);
  lanes.row_max.resize(per_member);
  for (std::size_t family = 0; family < n_summed_families; ++family) {
    if (!job.families[family].wanted()) continue;
    lanes.class_parts[family].aleatoric.resize(job.n_classes * block_lanes);
    lanes.class_parts[family].epistemic.resize(job.n_classes * block_lanes);
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
  for (auto* state :
       {&arrays_->member_a, &arrays_->member_b, &arrays_->member_c, &arrays_->member_terms}) {
    state->resize(job.n_members * block_lanes);
  }
  if (job.needs_rows()) arrays_->class_terms.resize(job.n_classes * block_lanes);
  if (!job.equal_weights) {
    arrays_->sorted_weights.resize(kept_classes(job) * job.n_members * block_lanes);
  }
  arrays_->network = sorting_network(job.n_members, job.equal_weights ? few_members : 1);
}

Scratch::~Scratch() = default;

}  // namespace qualm::kernels
