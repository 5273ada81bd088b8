// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace qualm::kernels {

struct IndexPair {
  std::size_t first, second;
};

/// Calls visit(i, j), i < j, for the pairs that Batcher's odd-even merge network puts in order, one
/// after the other, to sort n numbers. Each run of `sorted`, a power of two, is in order already.
template <class Visit>
constexpr void for_each_pair_to_sort(std::size_t n, std::size_t sorted, const Visit& visit) {
  for (std::size_t p = sorted; p < n; p *= 2) {
    for (std::size_t k = p; k >= 1; k /= 2) {
      for (std::size_t j = k % p; j + k < n; j += 2 * k) {
        const std::size_t end = j + k < n - k ? j + k : n - k;
        for (std::size_t i = j; i < end; ++i) {
          if (i / (2 * p) == (i + k) / (2 * p)) visit(i, i + k);
        }
      }
    }
  }
}

[[nodiscard]] inline std::vector<IndexPair> sorting_network(std::size_t n, std::size_t sorted) {
  std::vector<IndexPair> pairs;
  for_each_pair_to_sort(n, sorted, [&](std::size_t i, std::size_t j) { pairs.push_back({i, j}); });
  return pairs;
}

/// As many members as registers can hold are sorted there.
inline constexpr std::size_t few_members = 16;

/// All pairs for an n that is known to the compiler.
template <std::size_t n>
class SortingNetwork {
  static constexpr std::size_t count() {
    std::size_t result = 0;
    for_each_pair_to_sort(n, 1, [&](std::size_t, std::size_t) { ++result; });
    return result;
  }
  static constexpr auto list() {
    std::array<IndexPair, count()> result{};
    std::size_t next = 0;
    for_each_pair_to_sort(n, 1, [&](std::size_t i, std::size_t j) { result[next++] = {i, j}; });
    return result;
  }

 public:
  static constexpr auto pairs = list();
};

}  // namespace qualm::kernels
