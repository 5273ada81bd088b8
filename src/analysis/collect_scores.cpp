// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/score_table.h"

namespace qualm {
namespace {

MeasureOptions options_for(const ScoreRequest& request, bool mean_prediction) {
  MeasureOptions options = request.measures;
  options.measures.clear();
  // With labels calibration wants the mean prediction.
  options.per_class = !request.labels.empty() || mean_prediction;
  for (const Score& score : request.scores) {
    std::vector<Measure>& wanted = options.measures;
    if (std::find(wanted.begin(), wanted.end(), score.measure) == wanted.end()) {
      wanted.push_back(score.measure);
    }
    options.per_class = options.per_class || score.of_class.has_value();
    std::vector<std::string>& extras = options.extras;
    if (!score.extra.empty()) extras.push_back(name(score));
  }
  return options;
}

void append_score(const Measures& measures, const Score& score, Column<double>& column) {
  const auto of_family =
      std::find_if(measures.families.begin(), measures.families.end(),
                   [&](const FamilyResult& result) { return result.measure == score.measure; });
  if (!score.extra.empty()) {
    const auto found =
        std::find_if(of_family->extras.begin(), of_family->extras.end(),
                     [&](const ExtraResult& each) { return each.name == score.extra; });
    column.insert(column.end(), found->values.begin(), found->values.end());
    return;
  }
  if (!score.of_class) {
    const std::vector<double>& values = get(of_family->parts, score.part);
    column.insert(column.end(), values.begin(), values.end());
    return;
  }
  const std::vector<double>& values = get(of_family->per_class, score.part);
  for (std::size_t i = 0; i < measures.n_instances; ++i) {
    column.push_back(values[i * measures.n_classes + *score.of_class]);
  }
}

void append_outcomes(const Measures& measures, std::span<const std::uint32_t> labels,
                     RunScores& run) {
  for (std::size_t i = 0; i < measures.n_instances; ++i) {
    run.wrong.push_back(measures.predicted[i] != labels[i] ? 1 : 0);
    run.calibration.add(
        std::span(measures.mean).subspan(i * measures.n_classes, measures.n_classes), labels[i]);
  }
}

// Of the mean over the runs.
void append_mean(const RunBlock& block, std::span<const std::uint32_t> labels, ScoreTable& table) {
  std::vector<double> mean;
  std::vector<std::uint32_t> predicted;
  combine_predictions(block.runs, mean, predicted);
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    table.mean_predicted.push_back(predicted[i]);
    if (!labels.empty()) table.mean_wrong.push_back(predicted[i] != labels[i] ? 1 : 0);
  }
}

}  // namespace

ScoreTable collect_scores(const PredictionSet& set, const ScoreRequest& request,
                          const Progress& progress) {
  ScoreTable table;
  table.n_rows = set.rows().size();
  for (const Score& score : request.scores) table.names.push_back(name(score, set.class_names()));
  table.runs.resize(set.n_runs());
  for (RunScores& run : table.runs) {
    run.columns.resize(request.scores.size());
    for (Column<double>& column : run.columns) column.reserve(table.n_rows);
    run.predicted.reserve(table.n_rows);
    if (request.labels.empty()) continue;
    CalibrationRows& rows = run.calibration;
    for (Column<double>* column : {&rows.confidence, &rows.true_probability, &rows.squared_error}) {
      column->reserve(table.n_rows);
    }
    run.wrong.reserve(table.n_rows);
    rows.correct.reserve(table.n_rows);
  }
  const bool mean_prediction = request.mean_prediction && set.n_runs() > 1;
  measure_runs(
      set, options_for(request, mean_prediction),
      [&](const RunBlock& block) {
        const auto labels = request.labels.empty()
                                ? request.labels
                                : request.labels.subspan(block.first_row - set.rows().first);
        if (mean_prediction) append_mean(block, labels, table);
        for (std::size_t r = 0; r < block.runs.size(); ++r) {
          const Measures& measures = block.runs[r];
          RunScores& run = table.runs[r];
          for (std::size_t s = 0; s < request.scores.size(); ++s) {
            append_score(measures, request.scores[s], run.columns[s]);
          }
          run.predicted.insert(run.predicted.end(), measures.predicted.begin(),
                               measures.predicted.end());
          if (!labels.empty()) append_outcomes(measures, labels, run);
          table.renormalized_rows += measures.renormalized_rows;
        }
      },
      progress);
  return table;
}

}  // namespace qualm
