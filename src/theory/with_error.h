// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace qualm::detail {

/// A number and how far it can be from the truth.
struct WithError {
  double value = 0;
  double error = 0;

  WithError& operator+=(const WithError& other) {
    value += other.value;
    error += other.error;
    return *this;
  }
  friend WithError operator+(WithError left, const WithError& right) { return left += right; }
  friend WithError operator*(double factor, const WithError& x) {
    return {factor * x.value, factor * x.error};
  }
};

/// A value of a closed form in which nothing cancels.
inline WithError rounded(double value) {
  return {value, 16 * std::numeric_limits<double>::epsilon() * value};
}

}  // namespace qualm::detail
