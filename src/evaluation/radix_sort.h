// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace qualm::evaluation {

/// The unsigned integer that sorts as the number does. Needs: not NaN. -0.0 becomes 0.0.
template <typename Float>
[[nodiscard]] auto sortable_bits(Float value) noexcept {
  using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits sign = Bits{1} << (std::numeric_limits<Bits>::digits - 1);
  const Bits bits = std::bit_cast<Bits>(value + Float{0});
  return (bits & sign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | sign);
}

/// The number that sortable_bits was given.
template <typename Bits>
[[nodiscard]] auto from_sortable_bits(Bits bits) noexcept {
  using Float = std::conditional_t<sizeof(Bits) == 4, float, double>;
  constexpr Bits sign = Bits{1} << (std::numeric_limits<Bits>::digits - 1);
  return std::bit_cast<Float>((bits & sign) != 0 ? static_cast<Bits>(bits ^ sign)
                                                 : static_cast<Bits>(~bits));
}

/// Sorts keys and takes rows along; stable. Least digit first, 11 bits a digit: three passes for 32
/// bits, six for 64; a digit that is the same in all keys costs no pass.
template <typename Key>
void radix_sort(std::vector<Key>& keys, std::vector<std::uint32_t>& rows) {
  constexpr unsigned digit_bits = 11;
  constexpr std::size_t n_buckets = std::size_t{1} << digit_bits;
  constexpr unsigned n_digits = (std::numeric_limits<Key>::digits + digit_bits - 1) / digit_bits;
  const auto digit_of = [](Key key, unsigned digit) {
    return static_cast<std::size_t>(key >> (digit * digit_bits)) & (n_buckets - 1);
  };

  std::vector<std::array<std::uint32_t, n_buckets>> counts(n_digits);
  for (const Key key : keys) {
    for (unsigned digit = 0; digit < n_digits; ++digit) ++counts[digit][digit_of(key, digit)];
  }
  std::vector<Key> other_keys(keys.size());
  std::vector<std::uint32_t> other_rows(rows.size());
  for (unsigned digit = 0; digit < n_digits; ++digit) {
    auto& next = counts[digit];
    if (keys.empty() || next[digit_of(keys[0], digit)] == keys.size()) continue;
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0U);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint32_t to = next[digit_of(keys[i], digit)]++;
      other_keys[to] = keys[i];
      other_rows[to] = rows[i];
    }
    keys.swap(other_keys);
    rows.swap(other_rows);
  }
}

}  // namespace qualm::evaluation
