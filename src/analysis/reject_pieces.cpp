// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "qualm/analysis/reject_source.h"
#include "qualm/error.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

/// Wrong rows by one score, a tally per run. `own` are the same tables where the scores may be let
/// go, else none.
std::vector<Tally> wrong_by_score(std::span<const ScoreTable> tables, std::size_t score,
                                  unsigned threads, std::vector<ScoreTable>& own) {
  std::vector<Tally> runs;
  if (tables.empty()) return runs;
  for (std::size_t run = 0; run < tables[0].runs.size(); ++run) {
    std::vector<RowsOfKind> rows;
    for (const ScoreTable& table : tables) {
      const RunScores& of = table.runs[run];
      rows.push_back({of.columns[score], Kind::negative, of.wrong});
    }
    runs.push_back(tally_of(rows, threads, [&] {
      // Not = {}, which keeps the memory of a vector.
      for (ScoreTable& table : own) table.runs[run].columns[score] = Column<double>();
    }));
  }
  return runs;
}

}  // namespace

RejectPieces::RejectPieces(std::span<const ScoreTable> tables,
                           std::span<const ScoreTable> calibration, unsigned threads)
    : tables_(tables),
      calibration_(calibration),
      n_rows_(count_rows(tables)),
      n_calibration_rows_(count_rows(calibration)),
      threads_(threads) {
  if (n_rows_ == 0) throw_data("no rows; there is nothing to evaluate");
  if (!calibration.empty() && n_calibration_rows_ == 0) {
    throw_data("no calibration rows; give some");
  }
}

RejectPieces::RejectPieces(std::vector<ScoreTable> tables, std::vector<ScoreTable> calibration,
                           unsigned threads)
    : RejectPieces(std::span<const ScoreTable>(tables), calibration, threads) {
  own_tables_ = std::move(tables);
  own_calibration_ = std::move(calibration);
  tables_ = own_tables_;
  calibration_ = own_calibration_;
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
        judge(score, {wrong_by_score(tables_, score, threads_, own_tables_),
                      wrong_by_score(calibration_, score, threads_, own_calibration_)}));
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
    std::vector<RowsOfKind> rows;
    for (const ScoreTable& table : tables_) {
      const CalibrationRows& of = table.runs[run].calibration;
      rows.push_back({of.confidence, Kind::negative, of.correct});
    }
    const Tally confidence = tally_of(rows, threads_);
    results.push_back(qualm::calibration(sums, options, &confidence));
  }
  return results;
}

RejectResult reject(const ScoreTable& table, const RejectOptions& options,
                    const ScoreTable* calibration, const Progress& progress) {
  const std::span<const ScoreTable> held_out(calibration, calibration == nullptr ? 0 : 1);
  return reject(RejectPieces({&table, 1}, held_out, options.bootstrap.threads), options, progress);
}

}  // namespace qualm
