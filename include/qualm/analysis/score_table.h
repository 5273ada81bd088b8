// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/prediction_set.h"
#include "qualm/analysis/score.h"
#include "qualm/evaluation/calibration.h"
#include "qualm/measures.h"
#include "qualm/progress.h"

namespace qualm {

/// Scores of every row in one run.
struct RunScores {
  std::vector<Column<double>> columns;  ///< one per score
  Column<std::uint32_t> predicted;      ///< empty if only scores were given
  Column<std::uint8_t> wrong;   ///< 1: prediction differs from the label; empty without labels
  CalibrationRows calibration;  ///< empty without labels
};

/// Named scores per run. Memory is of the order of the scores, independent of the number of classes
/// and members.
struct ScoreTable {
  std::size_t n_rows = 0;
  std::vector<std::string> names;  ///< of the columns, "variance.epistemic"
  std::vector<RunScores> runs;
  Column<std::uint32_t> mean_predicted;  ///< see ScoreRequest::mean_prediction
  Column<std::uint8_t> mean_wrong;       ///< empty without labels
  std::size_t renormalized_rows = 0;
};

/// The rows of several tables.
[[nodiscard]] std::size_t count_rows(std::span<const ScoreTable> tables);

struct ScoreRequest {
  std::vector<Score> scores;
  MeasureOptions measures;                     ///< families are taken from the scores
  std::span<const std::uint32_t> labels = {};  ///< one per row, checked; empty: none
  /// Of several runs, also the class that their mean predicts, and whether it is wrong.
  bool mean_prediction = false;
};

/// Measures every run of a set, block by block, and keeps the requested scores.
[[nodiscard]] ScoreTable collect_scores(const PredictionSet& set, const ScoreRequest& request,
                                        const Progress& progress = {});

/// The class that each row's mean over members, and over runs if requested, predicts.
[[nodiscard]] const Column<std::uint32_t>& predicted_classes(const ScoreTable& table);
/// Whether it differs from the label; empty without labels.
[[nodiscard]] const Column<std::uint8_t>& wrong_predictions(const ScoreTable& table);

/// Returns one score of every row, averaged over runs.
[[nodiscard]] std::vector<double> mean_over_runs(const ScoreTable& table, std::size_t score);

/// Adds a precomputed score to a table, which may be empty. Throws data unless there is one number
/// per row and none is NaN, usage if the name exists or there are several runs.
void add_score(ScoreTable& table, const std::string& name, Column<double> values);

/// Removes the rows whose flag is not 0 from the table and returns them as another table.
[[nodiscard]] ScoreTable take_rows(ScoreTable& table, std::span<const std::uint8_t> flags);

/// Returns flags of floor(n_rows * share) random rows, determined by the seed.
/// Throws usage unless 0 < share < 1, data if no row is drawn or left.
[[nodiscard]] std::vector<std::uint8_t> draw_rows(std::size_t n_rows, double share,
                                                  std::uint64_t seed);
/// Returns flags of the rows with these numbers, counted from 0. Throws data if a row does not
/// exist or is repeated, or if no row is left.
[[nodiscard]] std::vector<std::uint8_t> flags_of_rows(std::span<const double> rows,
                                                      std::size_t n_rows,
                                                      const std::string& source);
/// The same for a mask, 0 or 1 per row. Throws data if it is not a mask, or selects no row or all
/// rows.
[[nodiscard]] std::vector<std::uint8_t> flags_of_mask(std::span<const double> mask,
                                                      std::size_t n_rows,
                                                      const std::string& source);

}  // namespace qualm
