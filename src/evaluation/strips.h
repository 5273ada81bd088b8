// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "evaluation/pieces.h"
#include "kernels/rank_strips.h"

namespace qualm::evaluation {

/// The kernels of this process; see kernels::chosen_target.
[[nodiscard]] const kernels::RankKernels& rank_kernels();

/// A piece of a tally cut into strips of consecutive groups, as the kernels take them; the last
/// ones may be shorter or empty. The tally must outlive it.
class Strips {
 public:
  Strips(const Tally& tally, const Piece& piece);

  /// Rows below each strip; at n_strips: up to the last one.
  using Rows = std::array<std::uint64_t, kernels::n_strips + 1>;
  [[nodiscard]] const Rows& negatives_below() const noexcept { return negatives_below_; }
  [[nodiscard]] const Rows& positives_below() const noexcept { return positives_below_; }
  /// Of a strip's step.
  [[nodiscard]] std::size_t group(std::size_t strip, std::size_t step) const noexcept {
    return piece_.first + strip * length_ + step;
  }
  /// Whether there is such a group: a shorter strip ends with steps that have no rows.
  [[nodiscard]] bool has(std::size_t strip, std::size_t step) const noexcept {
    return step < length_ && strip * length_ + step < piece_.last - piece_.first;
  }

  /// Calls work(counts, first_step) for all steps in order, a few at a time.
  template <class Work>
  void ascending(const Work& work) const {
    kernels::StripCounts counts;
    for (std::size_t first = 0; first < length_; first += kernels::most_steps) {
      read(first, counts);
      work(counts, first);
    }
  }
  /// The same from the last ones down.
  template <class Work>
  void descending(const Work& work) const {
    kernels::StripCounts counts;
    const std::size_t n = (length_ + kernels::most_steps - 1) / kernels::most_steps;
    for (std::size_t i = n; i-- > 0;) {
      read(i * kernels::most_steps, counts);
      work(counts, i * kernels::most_steps);
    }
  }

 private:
  void read(std::size_t first_step, kernels::StripCounts& counts) const;
  void read(const Counts& from, std::size_t first_step, std::size_t n_steps,
            kernels::StripTable& to) const;

  const Tally& tally_;
  Piece piece_;
  std::size_t length_;
  Rows negatives_below_, positives_below_;
};

}  // namespace qualm::evaluation
