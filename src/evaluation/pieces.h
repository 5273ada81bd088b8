// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "parallel/parallel.h"
#include "qualm/evaluation/ranking.h"

namespace qualm::evaluation {

/// Consecutive groups of a tally, and the rows of either kind below the first and up to the last.
struct Piece {
  std::size_t index = 0, first = 0, last = 0;
  std::uint64_t negatives_below = 0, positives_below = 0;
  std::uint64_t negatives_up_to = 0, positives_up_to = 0;
};

/// The groups of a tally in pieces of one length. What is summed piece by piece, in order, has the
/// same bits for any number of threads. The tally must outlive it.
class Pieces {
 public:
  explicit Pieces(const Tally& tally);

  [[nodiscard]] const std::vector<Piece>& all() const noexcept { return pieces_; }
  /// The piece with the k-th row in ascending order of scores. Needs 1 <= k <= all rows.
  [[nodiscard]] const Piece& with_row(std::uint64_t k) const;

  /// What `work` makes of each piece, in order. Pieces are worked on by several threads.
  template <class Work>
  [[nodiscard]] auto map(const Work& work) const {
    std::vector<std::invoke_result_t<const Work&, const Piece&>> results(pieces_.size());
    parallel_for(pieces_.size(), 1, threads_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) results[i] = work(pieces_[i]);
    });
    return results;
  }

  /// The same, added up in order: Sum has add(const Sum&).
  template <class Sum, class Work>
  [[nodiscard]] Sum sum(Sum start, const Work& work) const {
    for (const Sum& part : map(work)) start.add(part);
    return start;
  }

 private:
  std::vector<Piece> pieces_;
  unsigned threads_;
};

}  // namespace qualm::evaluation
