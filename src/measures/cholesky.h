// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace qualm::detail {

/// Solves Q x = y by Cholesky's method, into y. `q`: n * n, of which the lower triangle is read and
/// overwritten; needs a positive semidefinite matrix. A ridge of 1e-13 of the diagonal keeps it
/// regular.
inline void solve_positive_definite(std::vector<double>& q, std::vector<double>& y) {
  const std::size_t n = y.size();
  for (std::size_t i = 0; i < n; ++i) q[i * n + i] *= 1 + 1e-13;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = q[i * n + j];
      for (std::size_t l = 0; l < j; ++l) sum -= q[i * n + l] * q[j * n + l];
      if (i == j) {
        q[i * n + i] = std::sqrt(std::max(sum, 1e-13 * q[i * n + i]));
      } else {
        q[i * n + j] = sum / q[j * n + j];
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t l = 0; l < i; ++l) y[i] -= q[i * n + l] * y[l];
    y[i] /= q[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t l = i + 1; l < n; ++l) y[i] -= q[l * n + i] * y[l];
    y[i] /= q[i * n + i];
  }
}

}  // namespace qualm::detail
