// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace qualm::evaluation {

/// Sorts words by their lowest `bits` bits but the very last, which is taken along. Least digit
/// first; a digit that all words have in common costs no pass. For words that fit a cache.
template <typename Word>
void sort_words(std::span<Word> words, unsigned bits, std::vector<Word>& scratch) {
  constexpr unsigned most_digit_bits = 11;
  constexpr std::size_t few = 48, many = 4096;
  if (words.size() < few) {
    std::sort(words.begin(), words.end());
    return;
  }
  const unsigned most = words.size() < many ? 8 : most_digit_bits;
  const unsigned n_digits = (bits - 1 + most - 1) / most;
  if (n_digits == 0) return;
  const unsigned digit_bits = (bits - 1 + n_digits - 1) / n_digits;
  const Word mask = static_cast<Word>((Word{1} << digit_bits) - 1);
  if (scratch.size() < words.size()) scratch.resize(words.size());
  std::span<Word> from = words, to = std::span(scratch).first(words.size());
  std::array<std::uint32_t, std::size_t{1} << most_digit_bits> next;
  for (unsigned digit = 0; digit < n_digits; ++digit) {
    const unsigned shift = 1 + digit * digit_bits;
    std::fill_n(next.begin(), std::size_t{1} << digit_bits, 0U);
    for (const Word word : from) ++next[static_cast<std::size_t>((word >> shift) & mask)];
    if (next[static_cast<std::size_t>((from[0] >> shift) & mask)] == from.size()) continue;
    std::exclusive_scan(next.begin(), next.begin() + (std::ptrdiff_t{1} << digit_bits),
                        next.begin(), 0U);
    for (const Word word : from)
      to[next[static_cast<std::size_t>((word >> shift) & mask)]++] = word;
    std::swap(from, to);
  }
  if (from.data() != words.data()) std::copy(from.begin(), from.end(), words.begin());
}

/// Where a key goes: keys from the lowest to the highest are cut into buckets of equal width, and
/// what is left of a key is its place in the bucket, one bit short of a word.
template <typename Key>
struct Buckets {
  Key lowest = 0;
  unsigned place_bits = 0;
  std::size_t n_buckets = 1;

  Buckets(Key low, Key high, std::size_t n_rows) : lowest(low) {
    // More would be more streams to write than a second-level cache has lines for.
    constexpr int most_bits = 12;
    const int bucket_bits = std::clamp(static_cast<int>(std::bit_width(n_rows)) - 9, 1, most_bits);
    const int width = static_cast<int>(std::bit_width(static_cast<Key>(high - low)));
    place_bits = static_cast<unsigned>(std::max(0, width - bucket_bits));
    n_buckets = static_cast<std::size_t>((high - low) >> place_bits) + 1;
  }
  [[nodiscard]] std::size_t bucket(Key key) const noexcept {
    return static_cast<std::size_t>((key - lowest) >> place_bits);
  }
  [[nodiscard]] Key word(Key key, bool flag) const noexcept {
    const Key place = (key - lowest) & static_cast<Key>((Key{1} << place_bits) - 1);
    return static_cast<Key>(place << 1U) | static_cast<Key>(flag);
  }
  [[nodiscard]] Key key(std::size_t bucket, Key place) const noexcept {
    return lowest + static_cast<Key>(static_cast<Key>(bucket) << place_bits) + place;
  }
};

}  // namespace qualm::evaluation
