// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/measure_job.h"
#include "qualm/analysis/collect.h"
#include "qualm/analysis/infinite_rows.h"
#include "qualm/analysis/reject_source.h"
#include "qualm/analysis/shifted_labels.h"
#include "qualm/error.h"

namespace qualm {
namespace {

ScoreTable measure_scores(const RejectJob& job, const Measured& measured,
                          const Listener& listener) {
  const PredictionSet& set = *measured.set;
  if (!set.has_labels()) {
    throw_usage(argument("labels") + " is missing: " +
                (set.is_in_memory() ? "give the true class of each row"
                                    : "name the file with the true class of each row, which may "
                                      "be a column of the predictions' file, or put an array "
                                      "labels into their .npz"));
  }
  ScoreTable table;
  agree(*measured.group, [&] {
    table = collect_scores(
        set,
        {detail::choose_scores(job.scores, measured, all_parts), measured.measures, set.labels()},
        listener.progress);
  });
  detail::tell_after_reading(listener, set, measured.group->sum(table.renormalized_rows));
  InfiniteRows infinite;
  infinite.add(table);
  infinite.add_up(*measured.group);
  detail::tell(listener, infinite.notes());
  ShiftedLabels shifted;
  shifted.add(table, set.labels());
  shifted.add_up(*measured.group);
  detail::tell(listener, shifted.notes());
  return table;
}

/// Those of the scores that this process works on.
Column<double> rows_here(Column<double> scores, const std::string& name, const Measured& measured) {
  const PredictionSet& set = *measured.set;
  if (measured.group->is_alone()) return scores;
  if (scores.size() != set.n_instances()) {
    throw_data(fmt::format("{}: {} scores for {} rows; give one per row", name, scores.size(),
                           set.n_instances()));
  }
  const auto first = scores.begin() + static_cast<std::ptrdiff_t>(set.rows().first);
  return {first, first + static_cast<std::ptrdiff_t>(set.rows().size())};
}

}  // namespace

void RejectJob::check() const {
  if (!measured.is_given()) {
    if (given.empty()) {
      throw_usage("nothing to evaluate: give predictions and " + argument("labels") +
                  ", or scores by name");
    }
    if (!correct) {
      throw_usage(argument("correct") +
                  " is missing: 1 if the prediction is correct, else 0, one per row");
    }
    if (!scores.empty()) {
      throw_usage(argument("scores") +
                  " names qualm's measures, and there are no predictions to measure: leave it "
                  "out or add " +
                  argument("predictions"));
    }
  } else if (correct) {
    throw_usage(argument("correct") + " is for scores without predictions: leave it out, " +
                argument("labels") + " specifies it");
  }
  options.check(calibration.index() != 0);
}

Outcome<ScoreTable> collect(const RejectJob& job, const Listener& listener) {
  job.check();
  detail::limit_columns(job.measured);
  Outcome<ScoreTable> outcome;
  ScoreTable& table = outcome.result;
  if (job.measured.is_given()) {
    outcome.measured = open(job.measured, listener);
    table = measure_scores(job, *outcome.measured, listener);
  }
  const unsigned threads = job.options.bootstrap.threads;
  detail::FilesOfRows files;
  if (outcome.measured) files.add(*outcome.measured->set);
  for (const GivenScore& score : job.given) {
    Column<double> values = detail::read_score(score, files, threads);
    if (outcome.measured) values = rows_here(std::move(values), score.name, *outcome.measured);
    add_score(table, score.name, std::move(values));
  }
  if (job.correct) {
    table.runs[0].wrong = detail::read_wrong(*job.correct, table.n_rows, files, threads);
  }
  detail::tell(listener, files.notes());
  // Without predictions every process has read all rows.
  if (!outcome.measured) table = detail::rows_of(std::move(table), *job.measured.group);
  return outcome;
}

std::vector<std::uint8_t> calibration_flags(const CalibrationChoice& choice, std::size_t n_rows,
                                            std::uint64_t seed) {
  if (const auto* share = std::get_if<double>(&choice)) return draw_rows(n_rows, *share, seed);
  const auto* given = std::get_if<GivenNumbers>(&choice);
  if (given == nullptr) return {};
  const io::Numbers rows = given->read();
  const auto flags_of = rows.dtype == DType::boolean ? flags_of_mask : flags_of_rows;
  return flags_of(rows.values, n_rows, rows.label);
}

RejectResult judge(std::vector<ScoreTable> tables, const RejectOptions& options,
                   const CalibrationChoice& calibration, const Progress& progress) {
  const std::vector<std::uint8_t> flags =
      calibration_flags(calibration, count_rows(tables), options.bootstrap.seed);
  std::vector<ScoreTable> held_out;
  std::span<const std::uint8_t> rest = flags;
  for (ScoreTable& table : tables) {
    if (flags.empty()) break;
    const std::size_t n_rows = table.n_rows;
    held_out.push_back(take_rows(table, rest.first(n_rows)));
    rest = rest.subspan(n_rows);
  }
  const RejectPieces pieces(std::move(tables), std::move(held_out), options.bootstrap.threads);
  return reject(pieces, options, progress);
}

std::vector<std::string> notes_on_scores(const std::vector<GivenScore>& given,
                                         const RejectResult& result) {
  const std::vector<Statistic> statistics =
      rejection_statistics(result.options.area, result.options.optimum);
  const auto auroc = std::find_if(statistics.begin(), statistics.end(),
                                  [](const Statistic& each) { return each.name == "auroc_error"; });
  std::vector<std::string> notes;
  for (const ScoreRejection& score : result.scores) {
    const Interval& interval =
        score.statistics[static_cast<std::size_t>(auroc - statistics.begin())].ci95;
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const GivenScore& each) {
      return each.name == score.name;
    });
    if (!is_given || !(interval.high < 0.5)) continue;  // NaN: undefined
    notes.push_back(
        fmt::format("{}: wrong predictions have lower scores than correct ones: higher must mean "
                    "more uncertain; for a confidence give 1 - confidence",
                    score.name));
  }
  return notes;
}

Outcome<RejectResult> run(const RejectJob& job, const Listener& listener) {
  Outcome<ScoreTable> collected = collect(job, listener);
  std::vector<ScoreTable> tables;
  tables.push_back(std::move(collected.result));
  RejectResult result = judge(std::move(tables), job.options, job.calibration, listener.progress);
  detail::tell(listener, notes_on_scores(job.given, result));
  return {std::move(result), std::move(collected.measured)};
}

}  // namespace qualm
