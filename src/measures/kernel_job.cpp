// SPDX-License-Identifier: Apache-2.0
#include "measures/kernel_job.h"

namespace qualm::detail {
namespace {

double* data_or_null(std::vector<double>& values) {
  return values.empty() ? nullptr : values.data();
}

}  // namespace

kernels::SampleJob job_of(const Predictions& predictions, const MeasureOptions& options,
                          kernels::SampleKind kind, Measures& result) {
  const ArrayView& array = predictions.array();
  kernels::SampleJob job;
  job.data = array.data;
  job.dtype = array.dtype;
  job.byte_swapped = array.byte_swapped;
  job.stride_n = array.strides[0];
  job.stride_m = array.strides[1];
  job.stride_k = array.strides[2];
  job.n_members = predictions.is_dirichlet() ? 1 : predictions.n_members();
  job.n_classes = predictions.n_classes();
  job.kind = kind;
  job.class_weights = options.class_weights.empty() ? nullptr : options.class_weights.data();
  job.predicted = result.predicted.data();
  job.mean = data_or_null(result.mean);
  return job;
}

kernels::FamilyOutput output_of(FamilyResult& values, double scale) {
  kernels::FamilyOutput out;
  out.total = data_or_null(values.parts.total);
  out.aleatoric = data_or_null(values.parts.aleatoric);
  out.epistemic = data_or_null(values.parts.epistemic);
  out.class_total = data_or_null(values.per_class.total);
  out.class_aleatoric = data_or_null(values.per_class.aleatoric);
  out.class_epistemic = data_or_null(values.per_class.epistemic);
  out.scale = scale;
  return out;
}

std::size_t grain_of(const kernels::SampleJob& job) {
  // Some 40 microseconds, about what a thread takes to start: the others do its share until then.
  constexpr std::size_t numbers_a_piece = std::size_t{1} << 15U;
  const std::size_t instances = numbers_a_piece / (job.n_members * job.n_classes) + 1;
  return (instances + kernels::block_lanes - 1) / kernels::block_lanes * kernels::block_lanes;
}

}  // namespace qualm::detail
