// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pieces.h"

#include <algorithm>

namespace qualm::evaluation {

Pieces::Pieces(const Tally& tally) : threads_(tally.threads) {
  const Counts &negatives = tally.negatives, &positives = tally.positives;
  for (std::size_t i = 0; i < positives.n_pieces(); ++i) {
    const std::size_t first = i * Counts::groups_a_piece;
    pieces_.push_back({.index = i,
                       .first = first,
                       .last = std::min(tally.n_groups(), first + Counts::groups_a_piece),
                       .negatives_below = negatives.below_piece(i),
                       .positives_below = positives.below_piece(i),
                       .negatives_up_to = negatives.below_piece(i + 1),
                       .positives_up_to = positives.below_piece(i + 1)});
  }
}

const Piece& Pieces::with_row(std::uint64_t k) const {
  return *std::lower_bound(pieces_.begin(), pieces_.end(), k,
                           [](const Piece& piece, std::uint64_t row) {
                             return piece.negatives_up_to + piece.positives_up_to < row;
                           });
}

}  // namespace qualm::evaluation
