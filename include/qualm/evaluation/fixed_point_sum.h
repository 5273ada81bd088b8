// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/evaluation/int128.h"

namespace qualm::evaluation {

/// A sum of fewer than 2^32 numbers in [0, 1024) in fixed point: the same bits for any order. Terms
/// from 2^-32 are exact; smaller terms have an error below 2^-84.
class FixedPointSum {
 public:
  FixedPointSum() = default;
  /// From integer().
  explicit FixedPointSum(Int128 sum) noexcept : sum_(sum) {}

  void add(double term, Int128 times = 1) noexcept {
    sum_ += times * static_cast<Int128>(term * 0x1p84);
  }
  void add(const FixedPointSum& others) noexcept { sum_ += others.sum_; }
  [[nodiscard]] double value() const noexcept { return static_cast<double>(sum_) * 0x1p-84; }
  [[nodiscard]] Int128 integer() const noexcept { return sum_; }

 private:
  Int128 sum_ = 0;
};

}  // namespace qualm::evaluation
