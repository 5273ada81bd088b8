// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "analysis/measure_job.h"
#include "qualm/analysis/infinite_rows.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"

namespace qualm {
namespace {

ScoreTable measure_scores(const RejectJob& job, const Measured& measured,
                          const Listener& listener) {
  const PredictionSet& set = *measured.set;
  if (set.labels().empty()) {
    throw_usage(argument("labels") + " is missing: " +
                (set.is_in_memory() ? "give the true class of each row"
                                    : "name the file with the true class of each row, or put an "
                                      "array labels into the .npz of the predictions"));
  }
  ScoreTable table = collect_scores(
      set,
      {detail::choose_scores(job.scores, measured, all_parts), measured.measures, set.labels()},
      listener.progress);
  detail::tell_rescaled(listener, set, table.renormalized_rows);
  InfiniteRows infinite;
  infinite.add(table);
  detail::tell(listener, infinite.notes());
  return table;
}

/// Takes the calibration rows out of the table.
std::optional<ScoreTable> split(const RejectJob& job, ScoreTable& table) {
  if (const auto* share = std::get_if<double>(&job.calibration)) {
    return take_rows(table, draw_rows(table.n_rows, *share, job.options.bootstrap.seed));
  }
  const auto* given = std::get_if<GivenNumbers>(&job.calibration);
  if (given == nullptr) return std::nullopt;
  const io::Numbers rows = given->read();
  const auto flags_of = rows.dtype == DType::boolean ? flags_of_mask : flags_of_rows;
  return take_rows(table, flags_of(rows.values, table.n_rows, rows.label));
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
                  " is missing: 1 where the prediction was right, else 0, one per row");
    }
    if (!scores.empty()) {
      throw_usage(argument("scores") +
                  " names our measures, and there are no predictions to measure: leave it "
                  "out or add " +
                  argument("predictions"));
    }
  } else if (correct) {
    throw_usage(argument("correct") + " is for scores without predictions: leave it out, " +
                argument("labels") + " says it");
  }
  options.check(calibration.index() != 0);
}

Outcome<RejectResult> run(const RejectJob& job, const Listener& listener) {
  job.check();
  Outcome<RejectResult> outcome;
  ScoreTable table;
  if (job.measured.is_given()) {
    outcome.measured = open(job.measured, listener);
    table = measure_scores(job, *outcome.measured, listener);
  }
  for (const GivenScore& score : job.given) {
    add_score(table, score.name, detail::read_score(score));
  }
  if (job.correct) {
    const io::Numbers numbers = job.correct->read();
    std::vector<std::uint8_t>& wrong = table.runs[0].wrong;
    wrong = check_flags(numbers.values, table.n_rows, numbers.label);
    for (std::uint8_t& flag : wrong) flag = flag == 0 ? 1 : 0;
  }
  const std::optional<ScoreTable> calibration = split(job, table);
  outcome.result =
      reject(table, job.options, calibration ? &*calibration : nullptr, listener.progress);
  return outcome;
}

}  // namespace qualm
