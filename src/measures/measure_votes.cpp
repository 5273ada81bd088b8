// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_votes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "measures/measure_members.h"
#include "measures/scale.h"
#include "measures/votes.h"
#include "parallel/parallel.h"
#include "predictions/place.h"

namespace qualm::detail {
namespace {

// Everything about one instance; keeps its buffers from one to the next.
class VoteMeasurer {
 public:
  VoteMeasurer(const Predictions& predictions, const MeasureOptions& options, Measures& result)
      : predictions_(predictions),
        result_(result),
        labels_(predictions.n_members()),
        count_(predictions.n_members(),
               predictions.has_equal_weights() ? std::span<const double>()
                                               : predictions.member_weights(),
               options.class_weights),
        others_(predictions, options, result,
                [](const Family& family) { return family.of_votes == nullptr; }) {
    for (const FamilyResult& values : result.families) {
      scales_.push_back(
          scale_of(values.measure, options, predictions.n_classes(), Logarithm::natural) *
          epistemic_factor(values.measure, options, predictions));
    }
  }

  void operator()(std::size_t i) {
    read_labels(i);
    count_.tally.count(labels_);
    const std::size_t n_classes = predictions_.n_classes();
    result_.predicted[i] = static_cast<std::uint32_t>(count_.tally.winner().k);
    if (!result_.mean.empty()) {
      double* mean = result_.mean.data() + i * n_classes;
      std::fill_n(mean, n_classes, 0.0);
      for (const VotesOfClass& each : count_.tally.classes()) mean[each.k] = each.share();
    }
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      FamilyResult& values = result_.families[f];
      const auto& of_votes = values.measure.family().of_votes;
      if (!of_votes) continue;
      store(values.parts, i, certain_members(of_votes(count_, nullptr) * scales_[f]));
      if (values.per_class.total.empty()) continue;
      for (std::size_t k = 0; k < n_classes; ++k) store(values.per_class, i * n_classes + k, {});
      for (const VotesOfClass& each : count_.tally.classes()) {
        store(values.per_class, i * n_classes + each.k,
              certain_members(of_votes(count_, &each) * scales_[f]));
      }
    }
    others_(i);
  }

 private:
  void read_labels(std::size_t i) {
    const auto n_classes = static_cast<double>(predictions_.n_classes());
    for (std::size_t m = 0; m < labels_.size(); ++m) {
      const double label = predictions_.array().at(std::array{i, m, std::size_t{0}});
      if (!(label >= 0 && label < n_classes && label == std::floor(label))) {
        check_rows(predictions_, i, i + 1);
        throw_changed(predictions_, i, m);
      }
      labels_[m] = static_cast<std::size_t>(label);
    }
  }

  // Nothing is aleatoric.
  static PartValues certain_members(double value) { return {value, 0, value}; }

  const Predictions& predictions_;
  Measures& result_;
  std::vector<std::size_t> labels_;
  VoteCount count_;
  MemberMeasurer others_;
  std::vector<double> scales_;
};

}  // namespace

void measure_votes(const Predictions& predictions, const MeasureOptions& options,
                   Measures& result) {
  const std::size_t grain =
      std::max<std::size_t>(1, 65536 / (predictions.n_members() + predictions.n_classes()));
  parallel_for(predictions.n_instances(), grain, options.threads,
               [&](std::size_t first, std::size_t last) {
                 VoteMeasurer measure_instance(predictions, options, result);
                 for (std::size_t i = first; i < last; ++i) measure_instance(i);
               });
}

}  // namespace qualm::detail
