// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_dirichlet.h"

#include <algorithm>
#include <array>

#include "measures/dirichlet.h"
#include "measures/scale.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

// Everything about one instance; keeps its buffers from one to the next.
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
    }
  }

  void operator()(std::size_t i) {
    const std::size_t n_classes = alpha_.size();
    const double prior = predictions_.options().input == Input::counts ? 1 : 0;
    for (std::size_t k = 0; k < n_classes; ++k) {
      alpha_[k] = prior + predictions_.array().at(std::array{i, std::size_t{0}, k});
    }
    const auto best = std::max_element(alpha_.begin(), alpha_.end());
    result_.predicted[i] = static_cast<std::uint32_t>(best - alpha_.begin());
    if (!result_.mean.empty()) {
      const double sum = sum_of(alpha_);
      for (std::size_t k = 0; k < n_classes; ++k) result_.mean[i * n_classes + k] = alpha_[k] / sum;
    }
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      measure_family(i, result_.families[f], scales_[f]);
    }
  }

 private:
  void measure_family(std::size_t i, FamilyResult& values, double scale) {
    const Family& row = values.measure.family();
    const bool wants_classes = !get(values.per_class, row.parts.front()).empty();
    const PartValues parts = dirichlet_measure(
        values.measure, alpha_, options_.class_weights,
        wants_classes ? std::span<PartValues>(per_class_) : std::span<PartValues>());
    store(values.parts, i, scaled(row, parts, scale));
    for (ExtraResult& each : values.extras) {
      const Extra& extra = *row.extra(each.name);
      each.values[i] = extra.of_dirichlet(alpha_, values.measure.arguments()) *
                       scale_of(extra, options_, alpha_.size());
    }
    if (!wants_classes) return;
    for (std::size_t k = 0; k < per_class_.size(); ++k) {
      store(values.per_class, i * per_class_.size() + k, scaled(row, per_class_[k], scale));
    }
  }

  const Predictions& predictions_;
  const MeasureOptions& options_;
  Measures& result_;
  std::vector<double> alpha_, scales_;
  std::vector<PartValues> per_class_;
};

}  // namespace

void measure_dirichlet(const Predictions& predictions, const MeasureOptions& options,
                       Measures& result) {
  const std::size_t grain = std::max<std::size_t>(1, 4096 / predictions.n_classes());
  parallel_for(predictions.n_instances(), grain, options.threads,
               [&](std::size_t first, std::size_t last) {
                 check_rows(predictions, first, last);
                 InstanceMeasurer measure_instance(predictions, options, result);
                 for (std::size_t i = first; i < last; ++i) measure_instance(i);
               });
}

}  // namespace qualm::detail
