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

/// How often a row was drawn. More than 255 times out of n < 2^32 draws, from n rows, is no event.
using TimesDrawn = std::uint8_t;

/// Adds n draws with replacement to `times`, which counts how often each row was drawn. The draws
/// are first split between halves of the rows, so that counting stays within the cache. Needs fewer
/// than 2^32 rows, at least one.
void draw_rows(std::span<TimesDrawn> times, std::uint64_t n, Random& random) noexcept;

/// As many draws as there are rows, negatives before positives; stratified: as many of either kind
/// as there are.
void draw_rows_of_kinds(std::span<TimesDrawn> times, std::uint64_t n_negative, bool stratified,
                        Random random) noexcept;

/// Draws as many rows of a tally as it has, with replacement. Rows are numbered by kind and score,
/// so that a draw depends on the random numbers and the counts alone.
class Resampler {
 public:
  /// The tally must outlive it.
  explicit Resampler(const Tally& tally)
      : original_(tally), drawn_(tally), times_(tally.n_rows()), counts_(tally.n_groups()) {
    drawn_.threads = 1;  // replicates have threads of their own
  }

  /// Stratified: as many of either kind as there are. The result is overwritten by the next draw.
  [[nodiscard]] const Tally& draw(Random random, bool stratified);

 private:
  const Tally& original_;
  Tally drawn_;
  std::vector<TimesDrawn> times_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace qualm::evaluation
