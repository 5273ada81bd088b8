// SPDX-License-Identifier: Apache-2.0
#include "kernels/rank_strips.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace qualm::kernels {
namespace {

/// Counts of random groups: most have one row, some have none, some more than a lane sums up alone.
StripCounts random_counts(std::uint64_t seed, std::size_t n_steps, double most) {
  std::mt19937_64 random(seed);
  StripCounts counts;
  counts.n_steps = n_steps;
  for (std::size_t i = 0; i < n_steps * n_strips; ++i) {
    for (StripTable* table : {&counts.negatives, &counts.positives}) {
      table->of[i] = static_cast<double>(random() % 2);
      if (random() % 8 == 0) {
        table->of[i] = std::floor(std::pow(most, static_cast<double>(random() % 1024) / 1024));
      }
    }
  }
  return counts;
}

double sum_of(const StripCounts& counts, const StripTable& table, std::size_t strip) {
  double sum = 0;
  for (std::size_t step = 0; step < counts.n_steps; ++step) {
    sum += table.of[step * n_strips + strip];
  }
  return sum;
}

/// As if nothing but the strip, and so many rows of either kind, lay below.
RejectionPlace top_of(const StripCounts& counts, double below) {
  RejectionPlace place;
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    place.wrong.of[strip] = below + sum_of(counts, counts.positives, strip);
    place.rows.of[strip] = place.wrong.of[strip] + below + sum_of(counts, counts.negatives, strip);
    place.of_rows.of[strip] = 1 / std::max(1.0, place.rows.of[strip]);
  }
  return place;
}

PrecisionPlace all_called(const StripCounts& counts, bool finds_positives) {
  PrecisionPlace place;
  place.finds_positives = finds_positives;
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    const double positives = sum_of(counts, counts.positives, strip);
    const double negatives = sum_of(counts, counts.negatives, strip);
    place.found.of[strip] = finds_positives ? positives : negatives;
    place.called.of[strip] = positives + negatives;
  }
  return place;
}

double value(const ShareParts& parts) {
  return static_cast<double>(parts.high) * 0x1p-31 + static_cast<double>(parts.low) * 0x1p-62;
}

/// All that the kernels make of some counts, as bytes.
template <class... Parts>
void append(std::vector<std::byte>& bytes, const Parts&... parts) {
  (bytes.insert(bytes.end(), reinterpret_cast<const std::byte*>(&parts),
                reinterpret_cast<const std::byte*>(&parts) + sizeof parts),
   ...);
}
std::vector<std::byte> everything(const RankKernels& kernels, const StripCounts& counts) {
  std::vector<std::byte> bytes;
  PlacementSums placed;
  kernels.add_placements(counts, placed);
  append(bytes, placed);
  for (const bool finds_positives : {true, false}) {
    PrecisionPlace place = all_called(counts, finds_positives);
    ShareParts shares;
    kernels.add_precisions(counts, place, shares);
    append(bytes, place.own_share, place.smaller_count, shares);
    StripValues values{};
    place = all_called(counts, finds_positives);
    kernels.leave_out_precision(counts, {0.5, 0.25}, place, values);
    append(bytes, values);
  }
  for (const double below : {0.0, 1000.0}) {
    RejectionPlace place = top_of(counts, below);
    ShareParts shares;
    kernels.add_risks_left_out(counts, place, shares);
    append(bytes, place.own_share, place.smaller_count, shares);
    StripValues values{};
    place = top_of(counts, below);
    kernels.leave_out_risk(counts, place, values);
    PowerSums sums;
    kernels.add_powers(counts.positives, values.of_positives, counts.n_steps, 0.5, sums);
    append(bytes, values, sums);
  }
  return bytes;
}

TEST(RankStrips, have_the_same_bits_on_every_target) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const StripCounts counts = random_counts(seed, 1 + seed * 3, seed % 2 == 0 ? 4 : 5000);
    const auto expected = everything(rank_kernels_for(supported_targets().back()), counts);
    for (const Target& target : supported_targets()) {
      EXPECT_TRUE(everything(rank_kernels_for(target), counts) == expected) << target.name;
    }
  }
}

TEST(RankStrips, widen_bytes_wherever_the_strips_begin) {
  std::vector<std::uint8_t> bytes(1000);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{3});
  for (const Target& target : supported_targets()) {
    for (const std::size_t n_steps : {std::size_t{1}, std::size_t{17}, most_steps}) {
      const std::size_t stride = most_steps + n_steps;
      StripTable table;
      rank_kernels_for(target).widen(bytes.data(), stride, n_steps, table);
      for (std::size_t i = 0; i < n_steps * n_strips; ++i) {
        ASSERT_EQ(table.of[i], bytes[i % n_strips * stride + i / n_strips]) << target.name;
      }
    }
  }
}

TEST(RankStrips, know_the_range_of_scores_and_whether_they_are_floats) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const Target& target : supported_targets()) {
    const RankKernels kernels = rank_kernels_for(target);
    for (const std::size_t place : {0U, 5U, 18U}) {
      const auto range_with = [&](double score) {
        std::vector<double> scores(19, 0.5);
        scores[place] = score;
        return kernels.range(scores.data(), scores.size());
      };
      EXPECT_EQ(range_with(-3).low, -3);
      EXPECT_EQ(range_with(infinity).high, infinity);
      EXPECT_TRUE(range_with(0x1p-149).are_floats);
      for (const double is_double : {0.1, 1e-300, 1e300, 1 + 0x1p-52}) {
        EXPECT_FALSE(range_with(is_double).are_floats) << target.name;
      }
      EXPECT_FALSE(range_with(1e300).has_nan);
      EXPECT_TRUE(range_with(std::nan("")).has_nan);
    }
    EXPECT_EQ(kernels.range(nullptr, 0).low, infinity);
  }
}

TEST(RankStrips, add_up_a_risk_for_each_row) {
  const RankKernels kernels = rank_kernels_for(chosen_target());
  for (const double most : {3.0, 700.0, 100000.0}) {
    const StripCounts counts = random_counts(7, 11, most);
    RejectionPlace place = top_of(counts, 3);
    long double expected = 0, own_share = 0;
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
      long double below = 6, wrong = 3;
      for (std::size_t step = 0; step < counts.n_steps; ++step) {
        const std::size_t i = step * n_strips + strip;
        const long double errors = counts.positives.of[i], size = errors + counts.negatives.of[i];
        for (long double taken = 1; taken <= size; ++taken) {
          expected += (wrong + errors * taken / size) / (below + taken);
          own_share += 1 / (below + taken - 1);
        }
        below += size;
        wrong += errors;
      }
    }
    ShareParts shares;
    kernels.add_risks_left_out(counts, place, shares);
    EXPECT_NEAR(value(shares), static_cast<double>(expected),
                1e-15 * static_cast<double>(expected));
    double found = 0;
    for (const double of_strip : place.own_share.of) found += of_strip;
    EXPECT_NEAR(found, static_cast<double>(own_share), 1e-12 * found);
    ShareParts without;
    place = top_of(counts, 3);
    kernels.add_risks(counts, place, without);
    EXPECT_EQ(without.high, shares.high);
    EXPECT_EQ(without.low, shares.low);
  }
}

TEST(RankStrips, add_up_a_precision_for_each_hit) {
  const RankKernels kernels = rank_kernels_for(chosen_target());
  for (const double most : {3.0, 1e9}) {
    const StripCounts counts = random_counts(5, 9, most);
    long double expected = 0;
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
      long double found = sum_of(counts, counts.positives, strip);
      long double called = found + sum_of(counts, counts.negatives, strip);
      for (std::size_t step = 0; step < counts.n_steps; ++step) {
        const std::size_t i = step * n_strips + strip;
        if (called > 0) expected += counts.positives.of[i] * (found / called);
        found -= counts.positives.of[i];
        called -= counts.positives.of[i] + counts.negatives.of[i];
      }
    }
    PrecisionPlace place = all_called(counts, true);
    ShareParts shares;
    kernels.add_precisions(counts, place, shares);
    EXPECT_NEAR(value(shares), static_cast<double>(expected),
                1e-15 * static_cast<double>(expected));
  }
}

}  // namespace
}  // namespace qualm::kernels
