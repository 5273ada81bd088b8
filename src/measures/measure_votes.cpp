// SPDX-License-Identifier: Apache-2.0
#include "measures/measure_votes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "array/sorted_sum.h"
#include "measures/scale.h"
#include "measures/vote_tally.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

// A member that gives a label is certain: AU is 0, and EU = TU is the uncertainty of the shares of
// the votes. Sums run over the classes that have votes; the others add nothing.
class VoteMeasurer {
 public:
  VoteMeasurer(const Predictions& predictions, const MeasureOptions& options, Measures& result)
      : predictions_(predictions),
        options_(options),
        result_(result),
        labels_(predictions.n_members()),
        tally_(predictions.has_equal_weights() ? std::span<const double>()
                                               : predictions.member_weights()) {
    for (const FamilyResult& values : result.families) {
      const Family& row = family(values.id);
      scales_.push_back(scale_of(row, options, predictions.n_classes()) *
                        epistemic_factor(row, options, predictions));
    }
  }

  void operator()(std::size_t i) {
    read_labels(i);
    tally_.count(labels_);
    const std::size_t n_classes = predictions_.n_classes();
    result_.predicted[i] = static_cast<std::uint32_t>(tally_.winner().k);
    if (!result_.mean.empty()) {
      double* mean = result_.mean.data() + i * n_classes;
      std::fill_n(mean, n_classes, 0.0);
      for (const VotesOfClass& each : tally_.classes()) mean[each.k] = each.share();
    }
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      FamilyResult& values = result_.families[f];
      store(values.parts, i, uncertainty(values.id) * scales_[f]);
      if (values.per_class.total.empty()) continue;
      for (std::size_t k = 0; k < n_classes; ++k) store(values.per_class, i * n_classes + k, 0);
      for (const VotesOfClass& each : tally_.classes()) {
        store(values.per_class, i * n_classes + each.k,
              uncertainty_of_class(values.id, each) * scales_[f]);
      }
    }
  }

 private:
  void read_labels(std::size_t i) {
    const auto n_classes = static_cast<double>(predictions_.n_classes());
    for (std::size_t m = 0; m < labels_.size(); ++m) {
      const double label = predictions_.array().at(std::array{i, m, std::size_t{0}});
      if (!(label >= 0 && label < n_classes && label == std::floor(label))) {
        check_rows(predictions_, i, i + 1);  // throws
      }
      labels_[m] = static_cast<std::size_t>(label);
    }
  }

  static void store(Parts& parts, std::size_t place, double value) {
    parts.total[place] = value;
    parts.aleatoric[place] = 0;
    parts.epistemic[place] = value;
  }

  template <class Term>
  double sum(const Term& term) {
    terms_.clear();
    for (const VotesOfClass& each : tally_.classes()) terms_.push_back(term(each));
    return sorted_sum(terms_);
  }
  [[nodiscard]] double class_weight(std::size_t k) const {
    return options_.class_weights.empty() ? 1 : options_.class_weights[k];
  }
  // All votes.
  [[nodiscard]] double whole() const {
    return predictions_.has_equal_weights() ? static_cast<double>(predictions_.n_members()) : 1;
  }

  // In the units of scale_of: bits where logarithmic.
  double uncertainty(FamilyId id) {
    // sum_k share (1 - share), from a sum of whole numbers that is exact.
    const auto spread = [this](auto&& weight) {
      return sum([&](const VotesOfClass& each) {
               return weight(each.k) * (each.votes * each.others);
             }) /
             (whole() * whole());
    };
    switch (id) {
      case FamilyId::variance:
        return spread([this](std::size_t k) { return class_weight(k); });
      case FamilyId::entropy:
        return sum([](const VotesOfClass& each) { return -each.share() * each.log_share(); }) /
               std::numbers::ln2;
      case FamilyId::label_entropy:
        return sum([this](const VotesOfClass& each) {
          return class_weight(each.k) * uncertainty_of_class(FamilyId::label_entropy, each);
        });
      case FamilyId::spherical: {
        const double impurity = spread([](std::size_t) { return 1.0; });  // 1 - |shares|^2
        return impurity / (1 + std::sqrt(1 - std::min(1.0, impurity)));
      }
      case FamilyId::zero_one:
      case FamilyId::wasserstein:  // the nearest certain prediction is the winner
        return least_rest();
      case FamilyId::tsallis:
        return sum([q = options_.tsallis_order](const VotesOfClass& each) {
          return -each.share() * std::expm1((q - 1) * each.log_share()) / (q - 1);
        });
    }
    return 0;
  }

  [[nodiscard]] double least_rest() const {
    double least = 1;
    for (const VotesOfClass& each : tally_.classes()) least = std::min(least, each.rest());
    return least;
  }

  [[nodiscard]] double uncertainty_of_class(FamilyId id, const VotesOfClass& each) const {
    if (each.others == 0) return 0;
    if (id == FamilyId::variance) return each.votes * each.others / (whole() * whole());
    return -(each.share() * each.log_share() + each.rest() * each.log_rest()) / std::numbers::ln2;
  }

  const Predictions& predictions_;
  const MeasureOptions& options_;
  Measures& result_;
  std::vector<std::size_t> labels_;
  VoteTally tally_;
  std::vector<double> scales_, terms_;
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
