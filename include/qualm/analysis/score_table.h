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

/// What one run says of every row.
struct RunScores {
  std::vector<Column<double>> columns;  ///< one per score
  Column<std::uint32_t> predicted;      ///< empty if only scores were given
  Column<std::uint8_t> wrong;           ///< 1: not the label; empty without labels
  CalibrationRows calibration;          ///< empty without labels
};

/// Scores by name, run by run. Memory is of the order of the scores, whatever the number of classes
/// and members.
struct ScoreTable {
  std::size_t n_rows = 0;
  std::vector<std::string> names;  ///< of the columns, "variance.epistemic"
  std::vector<RunScores> runs;
  std::size_t renormalized_rows = 0;
};

/// The rows of several tables.
[[nodiscard]] std::size_t count_rows(std::span<const ScoreTable> tables);

struct ScoreRequest {
  std::vector<Score> scores;
  MeasureOptions measures;                     ///< its families are those of the scores
  std::span<const std::uint32_t> labels = {};  ///< one per row, checked; empty: none
};

/// Measures every run of a set, block by block, and keeps what is asked for.
[[nodiscard]] ScoreTable collect_scores(const PredictionSet& set, const ScoreRequest& request,
                                        const Progress& progress = {});

/// One score of every row, the mean over the runs.
[[nodiscard]] std::vector<double> mean_over_runs(const ScoreTable& table, std::size_t score);

/// Puts somebody else's score beside the others, or first into an empty table. Throws data if there
/// is not one number per row or one is NaN, usage if the name is taken or there are several runs.
void add_score(ScoreTable& table, const std::string& name, Column<double> values);

/// Takes the rows whose flag is not 0 out of the table and gives them back as another one.
[[nodiscard]] ScoreTable take_rows(ScoreTable& table, std::span<const std::uint8_t> flags);

/// Flags that draw floor(n_rows * share) rows at random, the same for the same seed.
/// Throws usage unless 0 < share < 1, data if no row is drawn or none left.
[[nodiscard]] std::vector<std::uint8_t> draw_rows(std::size_t n_rows, double share,
                                                  std::uint64_t seed);
/// Flags that mark the rows of these numbers, counted from 0. Throws data if one is no row or is
/// given twice, or if no row is left.
[[nodiscard]] std::vector<std::uint8_t> flags_of_rows(std::span<const double> rows,
                                                      std::size_t n_rows,
                                                      const std::string& source);
/// The same by a mask, one 0 or 1 per row. Throws data if it is none, or marks no row or all.
[[nodiscard]] std::vector<std::uint8_t> flags_of_mask(std::span<const double> mask,
                                                      std::size_t n_rows,
                                                      const std::string& source);

}  // namespace qualm
