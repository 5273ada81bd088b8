// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/ood.h"
#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/merge.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

/// Result of one score on one set, and the AUROC of each run for comparisons.
struct ScoreDetection {
  OodDetection detection;
  std::vector<double> aurocs;
};

/// Results for one set.
struct SetDetections {
  std::vector<ScoreDetection> scores;
  /// For one run: one per pair of scores a < b, ordered by a, then b. Else empty.
  std::vector<PairMoments> pairs;
};

/// Provides the scores for ood(); rows can be in tables or in several processes.
class OodSource {
 public:
  virtual ~OodSource() = default;

  [[nodiscard]] virtual const std::vector<std::string>& names() const = 0;
  [[nodiscard]] virtual std::size_t n_runs() const = 0;
  [[nodiscard]] virtual std::size_t n_in() const = 0;
  [[nodiscard]] virtual std::vector<std::string> sets() const = 0;
  [[nodiscard]] virtual std::size_t n_out(std::size_t set) const = 0;

  /// One tally per run; positive: rows of the set.
  using Detect = std::function<ScoreDetection(std::size_t set, std::size_t score,
                                              const std::vector<Tally>& runs)>;
  /// Calls `detect` for every score on one set; returns the results in order, and the pairs. May
  /// run in other processes.
  [[nodiscard]] virtual SetDetections detect(std::size_t set, const Detect& detect) const = 0;
};

/// Out-of-distribution rows in several tables.
struct OodSetPieces {
  std::string name;
  std::span<const ScoreTable> tables;
};

/// The concatenated rows of several tables. All must have the same scores and number of runs;
/// tables may be empty and must outlive it. In-distribution rows are sorted once.
class OodPieces final : public OodSource {
 public:
  /// Throws usage if the tables do not fit, data if there is no row at all. Sorts by `threads`
  /// threads (0: all cores).
  OodPieces(std::span<const ScoreTable> in, std::vector<OodSetPieces> sets, unsigned threads = 0);
  /// The same for tables that it owns; their scores are freed once they are not needed: detect
  /// can be called once for each set, in order.
  OodPieces(ScoreTable in, std::vector<OodSet> sets, unsigned threads = 0);
  OodPieces(const OodPieces&) = delete;
  OodPieces& operator=(const OodPieces&) = delete;

  [[nodiscard]] const std::vector<std::string>& names() const override { return in_[0].names; }
  [[nodiscard]] std::size_t n_runs() const override { return in_[0].runs.size(); }
  [[nodiscard]] std::size_t n_in() const override;
  [[nodiscard]] std::vector<std::string> sets() const override;
  [[nodiscard]] std::size_t n_out(std::size_t set) const override;
  [[nodiscard]] SetDetections detect(std::size_t set, const Detect& detect) const override;

 private:
  struct Sorted {
    Kind kind;
    std::vector<Tally> tallies = {};                    // by score
    std::vector<std::vector<GroupedRows>> groups = {};  // by piece of rows, then by score
  };
  void check() const;
  /// Whether rows have to be distinguished, to compare scores.
  [[nodiscard]] bool has_pairs() const { return n_runs() == 1 && names().size() > 1; }
  [[nodiscard]] Tally count(std::size_t set, std::size_t score, std::size_t run) const;
  [[nodiscard]] Sorted sort(std::span<const ScoreTable> tables, Kind kind) const;
  static void add_pairs_of(const Sorted& sorted, std::span<const Tally> all,
                           std::span<PairMoments> sums);

  mutable std::vector<ScoreTable> own_in_;
  mutable std::vector<OodSet> own_sets_;
  std::span<const ScoreTable> in_;
  std::vector<OodSetPieces> sets_;
  unsigned threads_ = 0;
  mutable std::optional<Sorted> in_sorted_;  // once, when first asked for
};

/// Adds the contributions of rows of one kind to `sums`, one per pair of scores a < b (ordered by
/// a, then b). `rows` and `placed` have one entry per score: the groups of these rows and the
/// placement of each group (see place).
void add_pairs(std::span<const GroupedRows> rows, std::span<const Column<std::uint64_t>> placed,
               Kind kind, std::span<PairMoments> sums);

/// How well each score separates the rows of each set from in-distribution rows; see ood() of
/// tables.
[[nodiscard]] OodResult ood(const OodSource& source, const OodOptions& options = {},
                            const Progress& progress = {});

}  // namespace qualm
