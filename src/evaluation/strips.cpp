// SPDX-License-Identifier: Apache-2.0
#include "evaluation/strips.h"

#include <algorithm>
#include <cstring>

namespace qualm::evaluation {
namespace {

using kernels::most_steps;
using kernels::n_strips;

Strips::Rows rows_below(const Counts& counts, const Piece& piece, std::size_t length,
                        std::uint64_t below) {
  Strips::Rows rows{};
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    rows[strip] = below;
    const std::size_t first = std::min(piece.last, piece.first + strip * length);
    below += counts.sum(first, std::min(piece.last, first + length));
  }
  rows[n_strips] = below;
  return rows;
}

}  // namespace

const kernels::RankKernels& rank_kernels() {
  static const kernels::RankKernels kernels = kernels::rank_kernels_for(kernels::chosen_target());
  return kernels;
}

Strips::Strips(const Tally& tally, const Piece& piece)
    : tally_(tally),
      piece_(piece),
      length_((piece.last - piece.first + n_strips - 1) / n_strips),
      negatives_below_(rows_below(tally.negatives, piece, length_, piece.negatives_below)),
      positives_below_(rows_below(tally.positives, piece, length_, piece.positives_below)) {}

void Strips::read(std::size_t first_step, kernels::StripCounts& counts) const {
  counts.n_steps = std::min(most_steps, length_ - first_step);
  read(tally_.negatives, first_step, counts.n_steps, counts.negatives);
  read(tally_.positives, first_step, counts.n_steps, counts.positives);
}

void Strips::read(const Counts& from, std::size_t first_step, std::size_t n_steps,
                  kernels::StripTable& to) const {
  if (n_steps == most_steps && has(n_strips - 1, first_step + n_steps - 1)) {
    rank_kernels().widen(from.bytes().data() + group(0, first_step), length_, n_steps, to);
  } else {
    std::array<std::uint8_t, n_strips * most_steps> padded{};
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
      const std::size_t first = std::min(piece_.last, group(strip, first_step));
      const std::size_t last = std::min(piece_.last, group(strip, first_step + n_steps));
      std::memcpy(padded.data() + strip * most_steps, from.bytes().data() + first, last - first);
    }
    rank_kernels().widen(padded.data(), most_steps, n_steps, to);
  }
  if (from.n_large() == 0) return;
  for (std::size_t i = 0; i < n_steps * n_strips; ++i) {
    if (to.of[i] != Counts::is_large) continue;
    to.of[i] = from[group(i % n_strips, first_step + i / n_strips)];
  }
}

}  // namespace qualm::evaluation
