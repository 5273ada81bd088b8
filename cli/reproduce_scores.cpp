// SPDX-License-Identifier: Apache-2.0
#include "reproduce_scores.h"

#include <algorithm>
#include <cmath>

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

std::vector<std::vector<double>> columns_of(const ScoreTable& table, std::string_view score) {
  const auto place = std::find(table.names.begin(), table.names.end(), score) - table.names.begin();
  std::vector<std::vector<double>> columns;
  for (const RunScores& run : table.runs) {
    const Column<double>& column = run.columns[static_cast<std::size_t>(place)];
    columns.emplace_back(column.begin(), column.end());
  }
  return columns;
}

void add_fingerprint(const Arm& arm, const ScoreTable& table, Reproduction& result) {
  const auto columns = columns_of(table, "variance.total");
  std::vector<Figure> accuracies, shares;
  for (std::size_t run = 0; run < columns.size(); ++run) {
    const Tally tally(Ranking(columns[run]), table.runs[run].wrong);
    accuracies.push_back(accuracy(tally));
    const Histogram bins = histogram(tally, 15);
    shares.push_back(bins.negative.empty() ? Figure{std::nan(""), "no row is right"}
                                           : Figure{bins.negative[0], {}});
  }
  result.numbers.push_back(
      number_of(arm.name + ": accuracy", accuracies, published_accuracy(arm.dataset, 0)));
  result.numbers.push_back(
      number_of(arm.name + ": correct rows in the first of 15 bins of variance.total", shares,
                published_first_bin(arm.dataset)));
}

ReproducedNumber number_of(std::string what, std::span<const Figure> runs,
                           std::optional<Published> published, const Interval& of_one_run) {
  ReproducedNumber number{std::move(what), estimate(runs, any_number, of_one_run), published};
  for (const Figure& run : runs) number.runs.push_back(run.value);
  return number;
}

std::optional<ScoreTable> table_on(Workshop& workshop, const std::string& dataset) {
  const std::optional<Arm> arm = workshop.train(dataset);
  if (!arm) return std::nullopt;
  const std::optional<PredictionFiles> files = workshop.predict(*arm, dataset);
  if (!files) return std::nullopt;
  return scores_on(*files, paper_scores(), true);
}

std::optional<RejectResult> reject_on(Workshop& workshop, const std::string& dataset) {
  const std::optional<ScoreTable> table = table_on(workshop, dataset);
  if (!table) return std::nullopt;
  RejectOptions options;
  options.portions = paper_portions();
  options.coverages = {.8, .7, .5};
  // What the paper's figures draw, though its text says standard deviation.
  options.band = Band::t95;
  options.band_ddof = 0;
  options.bootstrap.replicates = 0;
  return reject(*table, options);
}

}  // namespace qualm::cli
