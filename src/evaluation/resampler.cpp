// SPDX-License-Identifier: Apache-2.0
#include "evaluation/resampler.h"

#include <algorithm>
#include <bit>

#include "qualm/evaluation/int128.h"

namespace qualm::evaluation {
namespace {

constexpr std::size_t cached_rows = 8192;

/// Adds up what was drawn of the rows behind each count; moves `next` past them.
void collect(const Counts& counts, const TimesDrawn*& next,
             std::vector<std::uint32_t>& drawn) noexcept {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::uint32_t sum = 0;
    for (std::uint32_t row = 0; row < counts[i]; ++row) sum += *next++;
    drawn[i] = sum;
  }
}

}  // namespace

std::uint64_t draw_binomial(std::uint64_t n, std::uint64_t p, Random& random) noexcept {
  std::uint64_t successes = 0;
  for (std::uint64_t done = 0; done < n; done += 64) {
    const std::uint64_t trials = n - done;
    // A set bit is a trial whose random number agrees with p in all bits seen so far.
    std::uint64_t undecided = trials < 64 ? (std::uint64_t{1} << trials) - 1 : ~std::uint64_t{0};
    for (std::uint64_t bits = p; bits != 0 && undecided != 0; bits <<= 1U) {
      const std::uint64_t drawn = random.bits64();
      if ((bits >> 63U) != 0) {
        successes += static_cast<std::uint64_t>(std::popcount(undecided & ~drawn));
        undecided &= drawn;
      } else {
        undecided &= ~drawn;
      }
    }
  }
  return successes;
}

void draw_rows(std::span<TimesDrawn> times, std::uint64_t n, Random& random) noexcept {
  while (times.size() > cached_rows) {
    // Left of a power of two all further splits are even, which costs one bit a draw.
    const std::size_t left = std::bit_floor(times.size() - 1);
    const auto p = static_cast<std::uint64_t>((Int128{left} << 64U) / Int128{times.size()});
    const std::uint64_t n_left = draw_binomial(n, p, random);
    draw_rows(times.first(left), n_left, random);
    times = times.subspan(left);
    n -= n_left;
  }
  const auto size = static_cast<std::uint32_t>(times.size());
  // Lemire's method: the high half of bits * size is uniform once a few low halves are refused.
  const std::uint32_t refused = (0U - size) % size;
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint64_t product = 0;
    do {
      product = std::uint64_t{random.bits32()} * size;
    } while (static_cast<std::uint32_t>(product) < refused);
    ++times[product >> 32U];
  }
}

void draw_rows_of_kinds(std::span<TimesDrawn> times, std::uint64_t n_negative, bool stratified,
                        Random random) noexcept {
  std::fill(times.begin(), times.end(), TimesDrawn{0});
  if (stratified) {
    const auto negative = times.first(n_negative), positive = times.subspan(n_negative);
    if (!negative.empty()) draw_rows(negative, negative.size(), random);
    if (!positive.empty()) draw_rows(positive, positive.size(), random);
  } else if (!times.empty()) {
    draw_rows(times, times.size(), random);
  }
}

const Tally& Resampler::draw(Random random, bool stratified) {
  draw_rows_of_kinds(times_, original_.n_negative, stratified, random);
  const TimesDrawn* next = times_.data();
  collect(original_.negatives, next, counts_);
  drawn_.negatives = Counts(counts_);
  drawn_.n_negative = drawn_.negatives.total();
  collect(original_.positives, next, counts_);
  drawn_.positives = Counts(counts_);
  drawn_.n_positive = drawn_.positives.total();
  return drawn_;
}

}  // namespace qualm::evaluation
