// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "qualm/column.h"

namespace qualm {

/// The number of rows of each group of equal scores: one byte per group, because most groups have
/// few rows; greater counts are stored separately. Read only.
class Counts {
 public:
  /// A group, and a count that does not fit its byte.
  using Large = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr std::uint8_t is_large = 255;

  Counts() = default;
  explicit Counts(std::span<const std::uint32_t> counts);
  Counts(std::initializer_list<std::uint32_t> counts)
      : Counts(std::span(counts.begin(), counts.size())) {}
  /// Needs `large` in the order of groups, one for each byte that is is_large.
  Counts(Column<std::uint8_t> bytes, std::vector<Large> large);

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t group) const noexcept {
    const std::uint8_t byte = bytes_[group];
    return byte != is_large ? byte : large(group);
  }
  /// The bytes of all groups, is_large for counts that do not fit.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }
  /// The number of counts that do not fit their byte.
  [[nodiscard]] std::size_t n_large() const noexcept { return large_.size(); }
  /// Number of groups per piece of work; the last piece may be shorter.
  static constexpr std::size_t groups_a_piece = std::size_t{1} << 15U;
  [[nodiscard]] std::size_t n_pieces() const noexcept {
    return (size() + groups_a_piece - 1) / groups_a_piece;
  }
  [[nodiscard]] std::uint64_t total() const noexcept { return below_.back(); }
  /// The rows of the groups [first, last). Precomputed for whole eighths of pieces.
  [[nodiscard]] std::uint64_t sum(std::size_t first, std::size_t last) const noexcept;
  /// All counts, one number per group.
  [[nodiscard]] Column<std::uint32_t> all() const;

  friend bool operator==(const Counts&, const Counts&) = default;

 private:
  static constexpr std::size_t groups_a_sum = groups_a_piece / 8;

  void sum_up();
  [[nodiscard]] std::uint64_t add_up(std::size_t first, std::size_t last) const noexcept;
  [[nodiscard]] std::uint32_t large(std::size_t group) const noexcept;

  Column<std::uint8_t> bytes_;
  std::vector<Large> large_;
  std::vector<std::uint64_t> below_ = {0};  // the rows below each multiple of groups_a_sum; of all
};

}  // namespace qualm
