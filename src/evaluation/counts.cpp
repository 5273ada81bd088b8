// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/counts.h"

#include <algorithm>
#include <cstring>

namespace qualm {
namespace {

bool is_before(const Counts::Large& entry, std::size_t group) noexcept {
  return entry.first < group;
}

}  // namespace

Counts::Counts(std::span<const std::uint32_t> counts) : bytes_(counts.size()) {
  for (std::size_t group = 0; group < counts.size(); ++group) {
    const bool fits = counts[group] < is_large;
    bytes_[group] = fits ? static_cast<std::uint8_t>(counts[group]) : is_large;
    if (!fits) large_.emplace_back(static_cast<std::uint32_t>(group), counts[group]);
  }
  sum_up();
}

Counts::Counts(Column<std::uint8_t> bytes, std::vector<Large> large)
    : bytes_(std::move(bytes)), large_(std::move(large)) {
  sum_up();
}

void Counts::sum_up() {
  below_.reserve(size() / groups_a_sum + 2);
  for (std::size_t first = 0; first < size(); first += groups_a_sum) {
    below_.push_back(below_.back() + add_up(first, std::min(size(), first + groups_a_sum)));
  }
}

std::uint32_t Counts::large(std::size_t group) const noexcept {
  return std::lower_bound(large_.begin(), large_.end(), group, is_before)->second;
}

std::uint64_t Counts::sum(std::size_t first, std::size_t last) const noexcept {
  if (first % groups_a_sum != 0 || (last % groups_a_sum != 0 && last != size())) {
    return add_up(first, last);
  }
  return below_[(last + groups_a_sum - 1) / groups_a_sum] - below_[first / groups_a_sum];
}

std::uint64_t Counts::add_up(std::size_t first, std::size_t last) const noexcept {
  std::uint64_t sum = 0;
  std::size_t group = first;
  // Eight bytes at a time, as four sums of two bytes: 128 times do not overflow them.
  constexpr std::uint64_t even_bytes = 0x00FF'00FF'00FF'00FF;
  constexpr std::size_t a_word = sizeof(std::uint64_t), words = 128;
  while (group + a_word <= last) {
    std::uint64_t sums = 0;
    for (std::size_t i = 0; i < words && group + a_word <= last; ++i, group += a_word) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes_.data() + group, a_word);
      sums += (word & even_bytes) + ((word >> 8U) & even_bytes);
    }
    for (; sums != 0; sums >>= 16U) sum += sums & 0xFFFF;
  }
  for (; group < last; ++group) sum += bytes_[group];
  for (auto entry = std::lower_bound(large_.begin(), large_.end(), first, is_before);
       entry != large_.end() && entry->first < last; ++entry) {
    sum += entry->second - is_large;
  }
  return sum;
}

Column<std::uint32_t> Counts::all() const {
  Column<std::uint32_t> counts(size());
  for (std::size_t group = 0; group < size(); ++group) counts[group] = (*this)[group];
  return counts;
}

}  // namespace qualm
