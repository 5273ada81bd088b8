// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/target.h"

// Sums over a sorted list of counts. The list is cut into eight strips of consecutive groups, and
// each SIMD lane works on one strip: sums that run from group to group are then vectors too, and
// their bits do not depend on the width of a vector.
namespace qualm::kernels {

inline constexpr std::size_t n_strips = 8;
/// Groups of each strip that are worked on at a time: what is known of them stays in the cache.
inline constexpr std::size_t most_steps = 64;

/// One number per strip.
struct alignas(64) StripNumbers {
  std::array<double, n_strips> of{};
};

/// One number per step and strip, [step][strip]. Has no values at first.
struct alignas(64) StripTable {
  std::array<double, most_steps * n_strips> of;
};

/// Rows of either kind of the groups.
struct StripCounts {
  StripTable negatives, positives;
  std::size_t n_steps = 0;
};

/// A number for either kind of row of the groups.
struct StripValues {
  StripTable of_negatives, of_positives;
};

/// A sum of shares, numbers in [0, 1], of fixed point: high * 2^-31 + low * 2^-62. The same for any
/// order.
struct ShareParts {
  std::int64_t high = 0, low = 0;
};

/// Doubled placements of rows, in either kind's own unit. Before a step, `below` are the negatives
/// below it, `above` the positives from it on.
struct PlacementSums {
  StripNumbers below, above;
  StripNumbers sum_of_negatives, squares_of_negatives, sum_of_positives, squares_of_positives;
};

struct PlacementScale {
  StripNumbers below, above;  ///< as in PlacementSums
  double of_negative = 0, of_positive = 0;
};

/// What precision depends on at a threshold. Steps are taken from the threshold that calls most
/// rows on: upwards for positives, downwards for negatives. Before a step, `found` and `called` are
/// at its threshold.
struct PrecisionPlace {
  bool finds_positives = true;
  StripNumbers found, called;
  StripNumbers own_share, smaller_count;  ///< of the steps before
};

struct PrecisionScale {
  double area = 0, of_miss = 0;
};

/// The place of the rows with the lowest scores, counted from all down: steps are taken downwards.
struct RejectionPlace {
  StripNumbers rows, wrong;               ///< up to and including the next step
  StripNumbers of_rows;                   ///< 1 / rows; set by its user before the first step
  StripNumbers own_share, smaller_count;  ///< of the steps before
};

/// Powers of numbers about another, summed up over rows.
struct PowerSums {
  StripNumbers n, first, second, third, fourth;
};

/// What is known of scores before they are sorted.
struct ScoreRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;  ///< of those that are numbers
  bool are_floats = true, has_nan = false;

  void add(const ScoreRange& other) noexcept {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    are_floats &= other.are_floats;
    has_nan |= other.has_nan;
  }
};

/// Compiled for one target. Definitions of the sums: src/evaluation/pseudo_values.h.
struct RankKernels {
  ScoreRange (*range)(const double* scores, std::size_t n);
  /// Of strips that begin `stride` bytes apart. Takes 16 steps at a time: at the end of the last
  /// ones it reads, and writes, up to 15 more than it is asked for.
  void (*widen)(const std::uint8_t* counts, std::size_t stride, std::size_t n_steps,
                StripTable& to);
  /// Exact while the sums are below 2^53.
  void (*add_placements)(const StripCounts& counts, PlacementSums& sums);
  void (*placements)(const StripCounts& counts, PlacementScale& scale, StripValues& values);
  /// Shares found / called, one for each hit.
  void (*add_precisions)(const StripCounts& counts, PrecisionPlace& place, ShareParts& shares);
  void (*leave_out_precision)(const StripCounts& counts, const PrecisionScale& scale,
                              PrecisionPlace& place, StripValues& values);
  /// Shares E(k)/k, one for each row.
  void (*add_risks)(const StripCounts& counts, RejectionPlace& place, ShareParts& shares);
  /// The same, and what leaving out a row changes.
  void (*add_risks_left_out)(const StripCounts& counts, RejectionPlace& place, ShareParts& shares);
  void (*leave_out_risk)(const StripCounts& counts, RejectionPlace& place, StripValues& values);
  void (*add_powers)(const StripTable& counts, const StripTable& values, std::size_t n_steps,
                     double about, PowerSums& sums);
};

[[nodiscard]] RankKernels rank_kernels_for(const Target& target);

}  // namespace qualm::kernels
