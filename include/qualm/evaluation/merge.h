// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "qualm/column.h"
#include "qualm/evaluation/ranking.h"

// Merging of partial data: each piece is sorted separately, and the counts are merged exactly.
namespace qualm {

/// Number of rows to sort at once, so that sorting stays within column_memory().
[[nodiscard]] std::size_t rows_to_sort() noexcept;

enum class Kind { negative, positive };

/// Rows of one kind, or with a flag each that is not 0 for positives.
struct RowsOfKind {
  std::span<const double> scores;
  Kind kind = Kind::negative;
  std::span<const std::uint8_t> flags = {};
};

/// The tally of these rows, sorted by all threads (0: all cores); of no rows an empty one. Works in
/// 4 bytes per row if all scores are floats, else in 8. More than rows_to_sort() are sorted in
/// pieces, which are merged. `scores_are_read` is called once the scores are no longer needed, so
/// that their memory can be freed. Throws data for NaN, for 2^32 rows or more, or unless there is
/// one flag per row.
[[nodiscard]] Tally tally_of(std::span<const RowsOfKind> rows, unsigned threads = 0,
                             const std::function<void()>& scores_are_read = {});
/// The same of rows with flags.
[[nodiscard]] Tally tally_of(std::span<const double> scores, std::span<const std::uint8_t> positive,
                             unsigned threads = 0);

/// Merges tallies in one pass over sorted scores. The order of the tallies does not matter. Throws
/// data if there are 2^32 rows or more.
[[nodiscard]] Tally merge(std::span<const Tally> tallies);

/// For each of these ascending scores the doubled placement of a row of that kind, see
/// Placements: for positives twice the negatives below, plus the negatives equal; for negatives
/// twice the positives above, plus the positives equal. Scores need not be in `all`.
/// For a tally of one range of the scores, add 2 * n_beyond: twice the rows of the
/// other kind that are below (for negatives: above) that range.
[[nodiscard]] Column<std::uint64_t> place(const Tally& all, std::span<const double> scores,
                                          Kind kind, std::uint64_t n_beyond = 0);

/// The group of equal scores that each row belongs to.
struct GroupedRows {
  Column<std::uint32_t> group;                   ///< one per row
  std::shared_ptr<const Column<double>> scores;  ///< of the groups, ascending
  Column<std::uint32_t> counts;                  ///< rows of each group

  /// Rows may be empty. Throws data for NaN.
  explicit GroupedRows(std::span<const double> row_scores);
  /// The rows as a tally of one kind.
  [[nodiscard]] Tally tally(Kind kind) const;
};

}  // namespace qualm
