// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/reject.h"
#include "qualm/analysis/score_table.h"
#include "qualm/evaluation/calibration.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

/// Counts of one score, per run.
struct ScoreTallies {
  std::vector<Tally> test;         ///< one per run; positive: wrong
  std::vector<Tally> calibration;  ///< the same for the calibration rows; empty if there are none
};

/// Provides the scores for reject(); rows can be in one table, in several tables, or in several
/// processes.
class RejectSource {
 public:
  virtual ~RejectSource() = default;

  [[nodiscard]] virtual const std::vector<std::string>& names() const = 0;
  [[nodiscard]] virtual std::size_t n_runs() const = 0;
  [[nodiscard]] virtual std::size_t n_rows() const = 0;  ///< without the calibration rows
  [[nodiscard]] virtual std::size_t n_calibration_rows() const = 0;
  /// Number of wrong rows, per run.
  [[nodiscard]] virtual std::vector<std::uint64_t> n_wrong() const = 0;

  using Judge = std::function<ScoreRejection(std::size_t score, const ScoreTallies& tallies)>;
  /// Calls `judge` for every score and returns the results in order. May run in other processes.
  [[nodiscard]] virtual std::vector<ScoreRejection> judge(const Judge& judge) const = 0;

  /// One per run; empty if only scores were given.
  [[nodiscard]] virtual std::vector<Calibration> calibration(
      const ReliabilityOptions& options) const = 0;
};

/// The concatenated rows of several tables. They must have the same scores and runs; tables may be
/// empty and must outlive it.
class RejectPieces final : public RejectSource {
 public:
  /// `calibration`: separate rows, see take_rows. Throws data if there is no row, or no
  /// calibration row in such tables.
  /// Sorts by `threads` threads (0: all cores).
  explicit RejectPieces(std::span<const ScoreTable> tables,
                        std::span<const ScoreTable> calibration = {}, unsigned threads = 0);
  /// The same for tables that it owns; their scores are freed once they are not needed: judge
  /// can be called once.
  RejectPieces(std::vector<ScoreTable> tables, std::vector<ScoreTable> calibration,
               unsigned threads);
  RejectPieces(const RejectPieces&) = delete;
  RejectPieces& operator=(const RejectPieces&) = delete;

  [[nodiscard]] const std::vector<std::string>& names() const override { return tables_[0].names; }
  [[nodiscard]] std::size_t n_runs() const override { return tables_[0].runs.size(); }
  [[nodiscard]] std::size_t n_rows() const override { return n_rows_; }
  [[nodiscard]] std::size_t n_calibration_rows() const override { return n_calibration_rows_; }
  [[nodiscard]] std::vector<std::uint64_t> n_wrong() const override;
  [[nodiscard]] std::vector<ScoreRejection> judge(const Judge& judge) const override;
  [[nodiscard]] std::vector<Calibration> calibration(
      const ReliabilityOptions& options) const override;

 private:
  mutable std::vector<ScoreTable> own_tables_, own_calibration_;
  std::span<const ScoreTable> tables_, calibration_;
  std::size_t n_rows_ = 0, n_calibration_rows_ = 0;
  unsigned threads_ = 0;
};

/// Evaluates rejection by every score of the source; see reject() for a table.
[[nodiscard]] RejectResult reject(const RejectSource& source, const RejectOptions& options = {},
                                  const Progress& progress = {});

}  // namespace qualm
