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

/// Exchanges rows and columns of 8 x 8 bytes: blocks of 4, of 2, of 1.
void transpose(std::array<std::uint64_t, 8>& rows) {
  const auto exchange = [&](std::size_t distance, unsigned shift, std::uint64_t mask) {
    for (std::size_t i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      const std::uint64_t moved = ((rows[i] >> shift) ^ rows[i + distance]) & mask;
      rows[i] ^= moved << shift;
      rows[i + distance] ^= moved;
    }
  };
  exchange(4, 32, 0x0000'0000'FFFF'FFFF);
  exchange(2, 16, 0x0000'FFFF'0000'FFFF);
  exchange(1, 8, 0x00FF'00FF'00FF'00FF);
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
  constexpr std::size_t side = 8;
  static_assert(n_strips == side && most_steps % side == 0);
  std::array<std::uint8_t, n_strips * most_steps> by_strip, by_step;
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    const std::size_t first = std::min(piece_.last, group(strip, first_step));
    const std::size_t last = std::min(piece_.last, group(strip, first_step + n_steps));
    std::uint8_t* const to_strip = by_strip.data() + strip * most_steps;
    std::memcpy(to_strip, from.bytes().data() + first, last - first);
    std::memset(to_strip + (last - first), 0, most_steps - (last - first));
  }
  for (std::size_t step = 0; step < n_steps; step += side) {
    std::array<std::uint64_t, side> block;
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
      std::memcpy(&block[strip], by_strip.data() + strip * most_steps + step, side);
    }
    transpose(block);
    std::memcpy(by_step.data() + step * n_strips, block.data(), sizeof block);
  }
  const std::size_t n = n_steps * n_strips;
  rank_kernels().widen(by_step.data(), n, to.of.data());
  if (from.n_large() == 0) return;
  for (std::size_t i = 0; i < n; ++i) {
    if (by_step[i] != Counts::is_large) continue;
    to.of[i] = from[group(i % n_strips, first_step + i / n_strips)];
  }
}

}  // namespace qualm::evaluation
