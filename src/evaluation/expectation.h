// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace qualm::evaluation {

/// What lies below a group of equal scores, and in it: rows, and rows of the kind that is counted.
struct TiedGroup {
  std::uint64_t rows_below = 0, kind_below = 0;
  std::uint64_t rows = 0, kind = 0;
};

/// The expected share of that kind among the rows below and `taken` >= 1 rows of the group, in
/// random order. A quotient of two integers that fit 64 bits (there are fewer than 2^32 rows).
[[nodiscard]] inline double expected_share(const TiedGroup& group, std::uint64_t taken) noexcept {
  const std::uint64_t n = group.rows_below + taken;
  // A pure group has no expectation to take; the smaller integers then need no rounding, and a
  // perfect order gives the same bits whether or not it is tied.
  if (group.kind == 0) return static_cast<double>(group.kind_below) / static_cast<double>(n);
  if (group.kind == group.rows) {
    return static_cast<double>(group.kind_below + taken) / static_cast<double>(n);
  }
  return static_cast<double>(group.kind_below * group.rows + group.kind * taken) /
         static_cast<double>(n * group.rows);
}

}  // namespace qualm::evaluation
