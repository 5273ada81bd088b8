// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/score_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "qualm/error.h"
#include "qualm/evaluation/labels.h"

namespace qualm {
namespace {

/// Moves the entries whose flag is not 0 to the result. Columns that are empty stay so.
template <typename T>
Column<T> take(Column<T>& values, std::span<const std::uint8_t> flags) {
  Column<T> taken;
  if (values.empty()) return taken;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) {
      taken.push_back(values[i]);
    } else {
      values[kept++] = values[i];
    }
  }
  values.resize(kept);
  return taken;
}

}  // namespace

std::size_t count_rows(std::span<const ScoreTable> tables) {
  std::size_t n_rows = 0;
  for (const ScoreTable& table : tables) n_rows += table.n_rows;
  return n_rows;
}

const Column<std::uint32_t>& predicted_classes(const ScoreTable& table) {
  return table.mean_predicted.empty() ? table.runs[0].predicted : table.mean_predicted;
}

const Column<std::uint8_t>& wrong_predictions(const ScoreTable& table) {
  return table.mean_wrong.empty() ? table.runs[0].wrong : table.mean_wrong;
}

std::vector<double> mean_over_runs(const ScoreTable& table, std::size_t score) {
  const Column<double>& first = table.runs[0].columns[score];
  std::vector<double> means(first.begin(), first.end());
  if (table.runs.size() == 1) return means;
  for (std::size_t i = 0; i < means.size(); ++i) {
    for (std::size_t run = 1; run < table.runs.size(); ++run) {
      means[i] += table.runs[run].columns[score][i];
    }
    means[i] /= static_cast<double>(table.runs.size());
  }
  return means;
}

void add_score(ScoreTable& table, const std::string& name, Column<double> values) {
  check_scores(values, name);
  if (table.runs.empty()) {
    table.runs.emplace_back();
    table.n_rows = values.size();
  }
  if (table.runs.size() > 1) {
    throw_usage(
        fmt::format("{}: one score per row is for one run, not for {}", name, table.runs.size()));
  }
  if (values.size() != table.n_rows) {
    throw_data(fmt::format("{}: {} scores for {} rows; give one per row", name, values.size(),
                           table.n_rows));
  }
  if (std::find(table.names.begin(), table.names.end(), name) != table.names.end()) {
    throw_usage(fmt::format("two scores have the name {}: rename a file", name));
  }
  table.names.push_back(name);
  table.runs[0].columns.push_back(std::move(values));
}

ScoreTable take_rows(ScoreTable& table, std::span<const std::uint8_t> flags) {
  ScoreTable taken;
  taken.names = table.names;
  taken.n_rows = static_cast<std::size_t>(
      std::count_if(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; }));
  table.n_rows -= taken.n_rows;
  for (RunScores& run : table.runs) {
    RunScores& to = taken.runs.emplace_back();
    for (Column<double>& column : run.columns) to.columns.push_back(take(column, flags));
    to.predicted = take(run.predicted, flags);
    to.wrong = take(run.wrong, flags);
    CalibrationRows& rows = run.calibration;
    to.calibration = {take(rows.confidence, flags), take(rows.true_probability, flags),
                      take(rows.squared_error, flags), take(rows.correct, flags)};
  }
  return taken;
}

}  // namespace qualm
