// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace qualm::kernels {

/// Two functions behind the power entropies of order q, tabulated for one q:
///   rise(x)   = log[Gamma(x + q) / (Gamma(x + 1) Gamma(q))] / (q - 1), which vanishes at 0, and
///   excess(x) = log[Gamma(x + q) / (Gamma(x + 1) x^(q - 1))] / (q - 1), which vanishes at
///   infinity.
/// Their limits at q = 1 are those of digamma-inl.h.
struct GammaRatio {
  static constexpr double seam = 1;
  static constexpr std::size_t n_terms = 16;
  /// The orders for which that many terms have a relative error below 1e-12.
  static constexpr double least_order = 0.3, greatest_order = 4;

  /// A polynomial in t = offset + slope / (x + shift), which is between -1 and 1.
  struct Piece {
    double shift, offset, slope;
    double coefficients[n_terms];  ///< highest power first
  };
  Piece below;     ///< rise(x) / x up to the seam
  Piece above;     ///< excess(x) (x + shift) from there on
  double between;  ///< rise(x) - excess(x) - log x, the same for all x
  double power;    ///< q - 1
};

}  // namespace qualm::kernels
