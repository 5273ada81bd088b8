// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/explain.h"

#include <algorithm>

#include "analysis/rank_rows.h"

namespace qualm {
namespace {

constexpr std::vector<double> Parts::*members_of_parts[] = {&Parts::total, &Parts::aleatoric,
                                                            &Parts::epistemic};

void add(std::vector<double>& sum, const std::vector<double>& values) {
  sum.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) sum[i] += values[i];
}

void divide(std::vector<double>& sum, std::size_t n) {
  for (double& value : sum) value /= static_cast<double>(n);
}

}  // namespace

Explanation explain_row(const PredictionSet& set, const ExplainRequest& request, std::size_t row) {
  MeasureOptions options;
  options.measures = {"variance"};
  options.corrected = request.measures.corrected;
  options.per_class = true;
  Explanation result;
  result.row = row;
  if (!set.ids().empty()) result.id = set.ids()[row];
  std::vector<std::byte> buffer;
  for (std::size_t run = 0; run < set.n_runs(); ++run) {
    const Predictions predictions = set.read(run, row, row + 1, buffer);
    const Measures measures = measure(predictions, options);
    const Parts& parts = measures.families[0].per_class;
    add(result.mean, measures.mean);
    for (const auto part : members_of_parts) add(result.variance.*part, parts.*part);
    for (std::size_t member = 0; member < set.n_members(); ++member) {
      const std::vector<double> p = member_probabilities(predictions, 0, member);
      result.members.insert(result.members.end(), p.begin(), p.end());
    }
  }
  divide(result.mean, set.n_runs());
  for (const auto part : members_of_parts) divide(result.variance.*part, set.n_runs());
  const auto best = std::max_element(result.mean.begin(), result.mean.end());
  result.predicted = static_cast<std::uint32_t>(best - result.mean.begin());
  if (!request.labels.empty()) result.label = request.labels[row];
  result.one_member_counts = set.one_member_counts();
  for (std::size_t k = 0; k < result.mean.size(); ++k) {
    result.advice.push_back(
        advise(result.mean[k], result.variance.aleatoric[k], result.variance.epistemic[k]));
    if (result.one_member_counts && result.advice[k] != Advice::settled)
      result.advice[k] = Advice::unknown;
    if (result.advice[k] != Advice::settled) result.wavers_between.push_back(k);
  }
  std::stable_sort(result.wavers_between.begin(), result.wavers_between.end(),
                   [&](std::size_t a, std::size_t b) { return result.mean[a] > result.mean[b]; });
  if (request.pictures != nullptr) result.picture = request.pictures->read(row);
  return result;
}

ExplainResult explain(const PredictionSet& set, const ExplainRequest& request,
                      const Progress& progress) {
  const RankedRows ranked(set, request, progress);
  ExplainResult result{set.n_instances(),     set.n_runs(),   ranked.by, set.class_names(), {},
                       !request.rows.empty(), ranked.infinite};
  for (const std::size_t row : result.are_chosen ? request.rows : ranked.greatest(request.top)) {
    result.instances.push_back(explain_row(set, request, row));
    result.instances.back().score = ranked.scores[row];
  }
  return result;
}

LabelNext label_next(const PredictionSet& set, const ExplainRequest& request, std::size_t count,
                     std::size_t budget_per_class, const Progress& progress) {
  const RankedRows ranked(set, request, progress);
  LabelNext result{count, budget_per_class, ranked.by, set.class_names(), {}, ranked.infinite};
  std::vector<std::size_t> taken(set.n_classes(), 0);
  const std::size_t n_candidates = budget_per_class == 0 ? count : set.n_instances();
  for (const std::size_t row : ranked.greatest(n_candidates)) {
    if (result.rows.size() == count || !(ranked.scores[row] > 0)) break;
    std::size_t& of_class = taken[ranked.predicted[row]];
    if (budget_per_class > 0 && of_class == budget_per_class) continue;
    ++of_class;
    result.rows.push_back({row, set.ids().empty() ? std::string() : set.ids()[row],
                           ranked.scores[row], ranked.predicted[row]});
  }
  return result;
}

}  // namespace qualm
