// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qualm/evaluation/ranking.h"
#include "qualm/random.h"

namespace qualm::evaluation {

/// How many of n trials succeed, each with probability p * 2^-64: 64 trials at a time, bit by bit
/// against p. Exact; needs a few random bits a trial, one if p is a half.
[[nodiscard]] std::uint64_t draw_binomial(std::uint64_t n, std::uint64_t p,
                                          Random& random) noexcept;

/// Adds n draws with replacement to `times`, which counts how often each row was drawn. The draws
/// are first split between halves of the rows, so that counting stays within the cache. Needs fewer
/// than 2^32 rows, at least one.
void draw_rows(std::span<std::uint16_t> times, std::uint64_t n, Random& random) noexcept;

/// Draws as many rows of a tally as it has, with replacement. Rows are numbered by kind and score,
/// so that a draw depends on the random numbers and the counts alone.
class Resampler {
 public:
  /// The tally must outlive it.
  explicit Resampler(const Tally& tally)
      : original_(tally), drawn_(tally), times_(tally.n_rows()) {}

  /// Stratified: as many of either kind as there are. The result is overwritten by the next draw.
  [[nodiscard]] const Tally& draw(Random random, bool stratified);

 private:
  const Tally& original_;
  Tally drawn_;
  // A row that is drawn more than 65535 times out of n < 2^32 draws is no event.
  std::vector<std::uint16_t> times_;
};

}  // namespace qualm::evaluation
