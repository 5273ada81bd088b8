// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_dirichlet.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/target.h"
#include "measures/dirichlet.h"
#include "measures/gamma_ratio.h"
#include "measures/kernel_job.h"
#include "measures/scale.h"
#include "parallel/parallel.h"
#include "predictions/place.h"

namespace qualm::detail {
namespace {

using kernels::block_lanes;

// A family with a kernel may have orders that it does not know.
bool has_kernel(const FamilyResult& values) {
  const std::optional<std::size_t> kernel = values.measure.family().dirichlet_kernel;
  if (kernel != kernels::dirichlet_tsallis_index) return kernel.has_value();
  return has_gamma_ratio(values.measure.arguments()[0]);
}

kernels::DirichletJob make_dirichlet_job(const Predictions& predictions,
                                         const MeasureOptions& options, Measures& result) {
  kernels::DirichletJob job;
  job.rows = job_of(predictions, options, kernels::SampleKind::concentrations, result);
  job.are_counts = predictions.options().input == Input::counts;
  for (FamilyResult& values : result.families) {
    if (!has_kernel(values)) continue;
    const std::size_t kernel = *values.measure.family().dirichlet_kernel;
    const kernels::FamilyOutput output = output_of(
        values, scale_of(values.measure, options, predictions.n_classes(), Logarithm::natural));
    if (kernel == kernels::dirichlet_tsallis_index) {
      job.powers.push_back({output, gamma_ratio_of_order(values.measure.arguments()[0])});
    } else {
      job.families[kernel] = output;
    }
  }
  return job;
}

// One instance by the definitions; keeps its buffers from one to the next.
class InstanceMeasurer {
 public:
  InstanceMeasurer(const Predictions& predictions, const MeasureOptions& options, Measures& result)
      : predictions_(predictions),
        options_(options),
        result_(result),
        alpha_(predictions.n_classes()),
        per_class_(predictions.n_classes()) {
    for (const FamilyResult& values : result.families) {
      scales_.push_back(scale_of(values.measure, options, alpha_.size(), Logarithm::natural));
      if (!has_kernel(values) || !values.extras.empty()) kernels_leave_some_ = true;
    }
  }

  [[nodiscard]] bool has_work_beside_kernels() const noexcept { return kernels_leave_some_; }

  void measure_all(std::size_t i) {
    read(i);
    const auto best = std::max_element(alpha_.begin(), alpha_.end());
    result_.predicted[i] = static_cast<std::uint32_t>(best - alpha_.begin());
    if (!result_.mean.empty()) {
      const double sum = sum_of(alpha_);
      const std::size_t n_classes = alpha_.size();
      for (std::size_t k = 0; k < n_classes; ++k) result_.mean[i * n_classes + k] = alpha_[k] / sum;
    }
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      measure_family(i, result_.families[f], scales_[f]);
      measure_extras(i, result_.families[f]);
    }
  }

  // Families without a kernel, and extras.
  void measure_what_kernels_leave(std::size_t i) {
    read(i);
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      FamilyResult& values = result_.families[f];
      if (!has_kernel(values)) measure_family(i, values, scales_[f]);
      measure_extras(i, values);
    }
  }

 private:
  void read(std::size_t i) {
    const double prior = predictions_.options().input == Input::counts ? 1 : 0;
    for (std::size_t k = 0; k < alpha_.size(); ++k) {
      alpha_[k] = prior + predictions_.array().at(std::array{i, std::size_t{0}, k});
      if (!(alpha_[k] > 0 && std::isfinite(alpha_[k]))) throw_changed(predictions_, i, 0);
    }
  }

  void measure_family(std::size_t i, FamilyResult& values, double scale) {
    const Family& row = values.measure.family();
    const bool wants_classes = !get(values.per_class, row.parts.front()).empty();
    const PartValues parts = dirichlet_measure(
        values.measure, alpha_, options_.class_weights,
        wants_classes ? std::span<PartValues>(per_class_) : std::span<PartValues>());
    store(values.parts, i, scaled(row, parts, scale));
    if (!wants_classes) return;
    for (std::size_t k = 0; k < per_class_.size(); ++k) {
      store(values.per_class, i * per_class_.size() + k, scaled(row, per_class_[k], scale));
    }
  }

  void measure_extras(std::size_t i, FamilyResult& values) {
    for (ExtraResult& each : values.extras) {
      const Extra& extra = *values.measure.family().extra(each.name);
      each.values[i] = extra.of_dirichlet(alpha_, values.measure.arguments()) *
                       scale_of(extra, options_, alpha_.size());
    }
  }

  const Predictions& predictions_;
  const MeasureOptions& options_;
  Measures& result_;
  bool kernels_leave_some_ = false;
  std::vector<double> alpha_, scales_;
  std::vector<PartValues> per_class_;
};

// Families without a kernel take long for a row.
std::size_t dirichlet_grain(const kernels::DirichletJob& job, const Measures& result) {
  const bool has_kernels = std::all_of(
      result.families.begin(), result.families.end(),
      [](const FamilyResult& values) { return has_kernel(values) && values.extras.empty(); });
  if (has_kernels) return grain_of(job.rows);
  const std::size_t few = 4096 / job.rows.n_classes / block_lanes * block_lanes;
  return std::max(block_lanes, few);
}

}  // namespace

void measure_dirichlet(const Predictions& predictions, const MeasureOptions& options,
                       Measures& result) {
  const kernels::DirichletJob job = make_dirichlet_job(predictions, options, result);
  const kernels::MeasureDirichletBlock measure_block =
      kernels::measure_dirichlet_block_for(kernels::chosen_target());
  parallel_for(predictions.n_instances(), dirichlet_grain(job, result), options.threads,
               [&](std::size_t first, std::size_t last) {
                 kernels::DirichletScratch scratch(job);
                 InstanceMeasurer by_definition(predictions, options, result);
                 for (std::size_t i = first; i < last; i += block_lanes) {
                   const std::size_t count = std::min(block_lanes, last - i);
                   const std::uint32_t left = measure_block(job, i, count, scratch);
                   if (left == 0 && !by_definition.has_work_beside_kernels()) continue;
                   for (std::size_t lane = 0; lane < count; ++lane) {
                     if ((left >> lane & 1U) != 0) {
                       check_rows(predictions, i + lane, i + lane + 1);
                       by_definition.measure_all(i + lane);
                     } else if (by_definition.has_work_beside_kernels()) {
                       by_definition.measure_what_kernels_leave(i + lane);
                     }
                   }
                 }
               });
}

}  // namespace qualm::detail
