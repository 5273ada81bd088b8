// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pieces.h"

#include <algorithm>

namespace qualm::evaluation {

Pieces::Pieces(const Tally& tally) : threads_(tally.threads) {
  for (std::size_t i = 0; i < tally.positives.n_pieces(); ++i) {
    const std::size_t first = i * Counts::groups_a_piece;
    const std::size_t last = std::min(tally.n_groups(), first + Counts::groups_a_piece);
    pieces_.push_back({.index = i,
                       .first = first,
                       .last = last,
                       .negatives_below = tally.negatives.sum(0, first),
                       .positives_below = tally.positives.sum(0, first),
                       .negatives_up_to = tally.negatives.sum(0, last),
                       .positives_up_to = tally.positives.sum(0, last)});
  }
}

const Piece& Pieces::with_row(std::uint64_t k) const {
  return *std::lower_bound(pieces_.begin(), pieces_.end(), k,
                           [](const Piece& piece, std::uint64_t row) {
                             return piece.negatives_up_to + piece.positives_up_to < row;
                           });
}

}  // namespace qualm::evaluation
