// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "qualm/analysis/reject_source.h"
#include "qualm/error.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

/// The tally of two columns of one run, over all tables.
template <class Select>
Tally tally_over(std::span<const ScoreTable> tables, std::size_t run, const Select& select) {
  std::vector<Tally> tallies;
  for (const ScoreTable& table : tables) {
    const auto [scores, flags] = select(table.runs[run]);
    tallies.push_back(tally_of(*scores, *flags));
  }
  return merge(tallies);
}

std::vector<Tally> wrong_by_score(std::span<const ScoreTable> tables, std::size_t score) {
  std::vector<Tally> runs;
  if (tables.empty()) return runs;
  for (std::size_t run = 0; run < tables[0].runs.size(); ++run) {
    runs.push_back(tally_over(tables, run, [score](const RunScores& of) {
      return std::pair(&of.columns[score], &of.wrong);
    }));
  }
  return runs;
}

}  // namespace

RejectPieces::RejectPieces(std::span<const ScoreTable> tables,
                           std::span<const ScoreTable> calibration)
    : tables_(tables),
      calibration_(calibration),
      n_rows_(count_rows(tables)),
      n_calibration_rows_(count_rows(calibration)) {
  if (n_rows_ == 0) throw_data("no rows; there is nothing to evaluate");
  if (!calibration.empty() && n_calibration_rows_ == 0) {
    throw_data("no calibration rows; give some");
  }
}

std::vector<std::uint64_t> RejectPieces::n_wrong() const {
  std::vector<std::uint64_t> counts(n_runs());
  for (const ScoreTable& table : tables_) {
    for (std::size_t run = 0; run < counts.size(); ++run) {
      const Column<std::uint8_t>& wrong = table.runs[run].wrong;
      counts[run] += static_cast<std::uint64_t>(
          std::count_if(wrong.begin(), wrong.end(), [](std::uint8_t flag) { return flag != 0; }));
    }
  }
  return counts;
}

std::vector<ScoreRejection> RejectPieces::judge(const Judge& judge) const {
  std::vector<ScoreRejection> results;
  for (std::size_t score = 0; score < names().size(); ++score) {
    results.push_back(
        judge(score, {wrong_by_score(tables_, score), wrong_by_score(calibration_, score)}));
  }
  return results;
}

std::vector<Calibration> RejectPieces::calibration(const ReliabilityOptions& options) const {
  std::vector<Calibration> results;
  // A table without rows says nothing of what the others hold.
  const bool is_given = std::any_of(tables_.begin(), tables_.end(), [](const ScoreTable& table) {
    return !table.runs[0].calibration.correct.empty();
  });
  for (std::size_t run = 0; is_given && run < n_runs(); ++run) {
    CalibrationSums sums;
    for (const ScoreTable& table : tables_) sums.add({table.runs[run].calibration, options});
    if (options.binning == Binning::equal_width) {
      results.push_back(qualm::calibration(sums, options));
      continue;
    }
    const Tally confidence = tally_over(tables_, run, [](const RunScores& of) {
      return std::pair(&of.calibration.confidence, &of.calibration.correct);
    });
    results.push_back(qualm::calibration(sums, options, &confidence));
  }
  return results;
}

RejectResult reject(const ScoreTable& table, const RejectOptions& options,
                    const ScoreTable* calibration, const Progress& progress) {
  const std::span<const ScoreTable> held_out(calibration, calibration == nullptr ? 0 : 1);
  return reject(RejectPieces({&table, 1}, held_out), options, progress);
}

}  // namespace qualm
