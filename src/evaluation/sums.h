// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "qualm/evaluation/int128.h"

namespace qualm::evaluation {

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

/// A sum of numbers in [0, 1024), fewer than 2^32 of them, as integers of fixed point: the same
/// bits for any order. A term is exact from 2^-32 on, and below that off by less than 2^-84.
class FixedPointSum {
 public:
  void add(double term) noexcept { sum_ += static_cast<Int128>(term * 0x1p84); }
  [[nodiscard]] double value() const noexcept { return static_cast<double>(sum_) * 0x1p-84; }

 private:
  Int128 sum_ = 0;
};

}  // namespace qualm::evaluation
