// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace qualm::evaluation
