// SPDX-License-Identifier: Apache-2.0
#include "page/state.h"

#include <utility>

#include "error/choose.h"
#include "page/summary_json.h"
#include "qualm/analysis/shifted_labels.h"

namespace qualm::page {

State::State(Request wanted, const Listener& listener) : request(std::move(wanted)) {
  scores = scores_of(request.measures.measures);
  for (const Score& score : scores) names.push_back(name(score));
  base = std::make_shared<const Weighted>(
      measure_all(request.measures.class_weights, listener.progress));
  InfiniteRows infinite;
  for (const ScoredSet& set : base->sets) infinite.add(set.table);
  ShiftedLabels shifted;
  shifted.add(base->sets[0].table, request.sets[0].predictions->labels());
  if (!listener.note) return;
  for (const std::string& note : infinite.notes()) listener.note(note);
  for (const std::string& note : shifted.notes()) listener.note(note);
}

Weighted State::measure_all(const std::vector<double>& weights, const Progress& progress) const {
  Weighted result{request.measures, {}};
  result.measures.class_weights = weights;
  for (const Source& source : request.sets) {
    const PredictionSet& set = *source.predictions;
    result.sets.push_back(
        score_set(collect_scores(set, {scores, result.measures, set.labels(), true}, progress)));
  }
  rank_sets(result.sets);
  return result;
}

std::shared_ptr<const Weighted> State::weighted(const std::vector<double>& weights) const {
  if (weights.empty() || weights == base->measures.class_weights) return base;
  const std::lock_guard lock(mutex_);
  if (last_ == nullptr || last_->measures.class_weights != weights) {
    last_.reset();
    last_ = std::make_shared<const Weighted>(measure_all(weights, {}));
  }
  return last_;
}

std::shared_ptr<const ClassColumns> State::of_class(const Score& score) const {
  const std::string key = name({score.measure, score.part}) + std::to_string(*score.of_class);
  const std::lock_guard lock(mutex_);
  if (key == last_class_) return last_columns_;
  ClassColumns columns;
  for (const Source& source : request.sets) {
    const ScoreTable table =
        collect_scores(*source.predictions, {{score}, request.measures, {}}, {});
    columns.push_back(mean_over_runs(table, 0));
  }
  last_columns_ = std::make_shared<const ClassColumns>(std::move(columns));
  last_class_ = key;
  return last_columns_;
}

const std::string& State::summary(const Progress& progress) const {
  std::call_once(summarized_, [&] { summary_ = summary_json(*this, *base, progress); });
  return summary_;
}

std::size_t State::index_of(const std::string& score) const {
  return choose("score", score, names);
}

}  // namespace qualm::page
