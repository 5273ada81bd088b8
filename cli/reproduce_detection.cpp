// SPDX-License-Identifier: Apache-2.0
#include "reproduce_detection.h"

#include <fmt/format.h>

#include <memory>

#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

/// The effect of not dividing by 255 on in-distribution pictures.
constexpr const char* undivided = "itself without /255";

std::vector<double> aurocs(const ScoreTable& in, const ScoreTable& out, const std::string& score) {
  const auto inside = columns_of(in, score), outside = columns_of(out, score);
  std::vector<double> values;
  for (std::size_t run = 0; run < inside.size(); ++run) {
    values.push_back(auroc_between(inside[run], outside[run]));
  }
  return values;
}

}  // namespace

std::optional<OodResult> detect(Workshop& workshop, const Arm& arm, const Pairing& pairing,
                                const std::string& name, Reproduction& result) {
  const std::vector<Score> scores = paper_scores(std::vector{Part::epistemic});
  const std::optional<PredictionFiles> files = workshop.predict(arm, pairing.in);
  if (!files) return std::nullopt;
  std::vector<OodSet> others;
  std::vector<std::unique_ptr<PredictionSet>> sets;
  const auto add = [&](const std::string& set, const std::optional<PredictionFiles>& found) {
    if (!found) return;
    others.push_back({set, scores_on(*found, scores, false)});
    sets.push_back(std::make_unique<PredictionSet>(*found));
  };
  for (const char* out : pairing.out) add(out, workshop.predict(arm, out));
  add(undivided, workshop.predict(arm, pairing.in, {.raw_pixels = true}));
  if (others.empty()) return std::nullopt;

  const ScoreTable inside = scores_on(*files, scores, false);
  OodResult found = ood(inside, others);
  std::vector<std::vector<PooledSubsets>> pooled;
  if (found.n_runs > 1) {
    std::vector<const PredictionSet*> pointers;
    for (const auto& set : sets) pointers.push_back(set.get());
    pooled = pooled_auroc(PredictionSet(*files), pointers, scores);
  }
  for (std::size_t set = 0; set < found.sets.size(); ++set) {
    for (std::size_t score = 0; score < found.scores.size(); ++score) {
      ReproducedNumber number{
          fmt::format("{} → {}: AUROC of {}", name, found.sets[set], found.scores[score]),
          found.detections[score][set].statistics[0],
          published_auroc(pairing.in, found.sets[set], found.scores[score])};
      number.runs = aurocs(inside, others[set].table, found.scores[score]);
      if (!pooled.empty()) number.pooled = pooled[score][set];
      result.numbers.push_back(std::move(number));
    }
  }
  return found;
}

}  // namespace qualm::cli
