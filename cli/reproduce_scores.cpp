// SPDX-License-Identifier: Apache-2.0
#include "reproduce_scores.h"

namespace qualm::cli {

std::vector<Score> paper_scores(std::span<const Part> parts) {
  const Measure both[] = {"variance", "entropy"};
  return scores_of(both, parts);
}

ScoreTable scores_on(const PredictionFiles& files, std::vector<Score> scores, bool is_known) {
  const PredictionSet set(files);
  std::vector<std::uint32_t> labels;
  if (is_known) labels = labels_of(files, set);
  return collect_scores(set, {std::move(scores), {}, labels});
}

std::optional<RejectResult> reject_on(Workshop& workshop, const std::string& dataset) {
  const std::optional<std::string> ensemble = workshop.train(dataset);
  if (!ensemble) return std::nullopt;
  const std::optional<PredictionFiles> files = workshop.predict(*ensemble, dataset);
  if (!files) return std::nullopt;
  RejectOptions options;
  for (std::size_t i = 0; i < 50; ++i) options.portions.push_back(static_cast<double>(i) / 50);
  options.coverages = {.8, .7, .5};
  // What the paper's figures draw, though its text says standard deviation.
  options.band = Band::t95;
  options.band_ddof = 0;
  options.bootstrap.replicates = 0;
  return reject(scores_on(*files, paper_scores(), true), options);
}

}  // namespace qualm::cli
