// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

namespace log_gamma {

using Digits150 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<150>,
                                                boost::multiprecision::et_off>;

/// log Gamma(x) - log(2 pi) / 2 by Stirling's series, after the recurrence.
inline Digits150 log_gamma(Digits150 x) {
  constexpr unsigned n_terms = 60;
  // Bernoulli numbers from the tangent numbers, whose recurrence adds positive numbers only.
  static const std::vector<Digits150> bernoulli = [] {
    std::vector<Digits150> tangent(n_terms + 1, 1), result(n_terms + 1);
    for (unsigned k = 2; k <= n_terms; ++k) tangent[k] = (k - 1) * tangent[k - 1];
    for (unsigned k = 2; k <= n_terms; ++k) {
      for (unsigned j = k; j <= n_terms; ++j) {
        tangent[j] = (j - k) * tangent[j - 1] + (j - k + 2) * tangent[j];
      }
    }
    Digits150 power = 1;
    for (unsigned n = 1; n <= n_terms; ++n) {
      power *= 4;
      result[n] =
          (n % 2 == 1 ? 1 : -1) * 2 * static_cast<int>(n) * tangent[n] / (power * (power - 1));
    }
    return result;
  }();
  Digits150 product = 1, series = 0;
  for (; x < 60; ++x) product *= x;
  const Digits150 inverse = 1 / x;
  for (unsigned n = n_terms; n > 0; --n) {
    series = series * inverse * inverse + bernoulli[n] / (2 * n * (2 * n - 1));
  }
  return (x - Digits150(0.5)) * boost::multiprecision::log(x) - x + series * inverse -
         boost::multiprecision::log(product);
}

/// E Theta_k^q of a Dirichlet distribution, by the gamma functions of its definition.
inline Digits150 moment(const Digits150& alpha, const Digits150& sum, const Digits150& q) {
  return exp(log_gamma(alpha + q) - log_gamma(alpha) - log_gamma(sum + q) + log_gamma(sum));
}

}  // namespace log_gamma
