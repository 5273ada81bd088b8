// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/rank_strips.h"
#include "qualm/evaluation/int128.h"

namespace qualm::evaluation {

/// What is counted is below 2^63: then the conversion is one instruction.
[[nodiscard]] inline double as_double(std::uint64_t count) noexcept {
  return static_cast<double>(static_cast<std::int64_t>(count));
}

/// A sum of shares, which are numbers in [0, 1], fewer than 2^32 of them, as integers of fixed
/// point: the same bits for any order, and no addition waits for the rounding of the one before. A
/// term is off by at most 2^-63.
class ShareSum {
 public:
  void add(double share, std::uint64_t times = 1) noexcept {
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): shares are not negative
    const auto fixed = static_cast<std::int64_t>(share * 0x1p62 + 0.5);
    sum_ += Int128{fixed} * static_cast<std::int64_t>(times);
  }
  void add(const ShareSum& others) noexcept { sum_ += others.sum_; }
  /// The same, added up by a kernel.
  void add(const kernels::ShareParts& others) noexcept {
    sum_ += Int128{others.high} * (std::int64_t{1} << 31U) + others.low;
  }
  [[nodiscard]] double value() const noexcept { return static_cast<double>(sum_) * 0x1p-62; }

 private:
  Int128 sum_ = 0;
};

/// A sum of doubles with the rounding errors carried along (Knuth's two-sum): as good as twice the
/// precision. Depends on the order of the terms in bits beyond double only, so give them in an
/// order that the data alone decide.
class CompensatedSum {
 public:
  void add(double term) noexcept {
    const double sum = sum_ + term;
    const double other = sum - sum_;
    error_ += (sum_ - (sum - other)) + (term - other);
    sum_ = sum;
  }
  [[nodiscard]] double value() const noexcept { return sum_ + error_; }

 private:
  double sum_ = 0, error_ = 0;
};

}  // namespace qualm::evaluation
