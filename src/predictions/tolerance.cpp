// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "qualm/predictions.h"

namespace qualm {

double row_sum_tolerance(DType dtype, std::size_t n_classes) noexcept {
  const auto k = static_cast<double>(n_classes);
  switch (dtype) {
    case DType::f16:
      return 0x1p-8 + k * 0x1p-24;  // halves of 2^-11 each, and softmax in halves
    case DType::f32:
      return 0x1p-16 + k * 0x1p-24;
    // Often float32 numbers that were stored as float64: their rows are off by a few 2^-24.
    default:
      return 0x1p-20 + k * 0x1p-50;
  }
}

double bfloat16_row_sum_tolerance(std::size_t n_classes) noexcept {
  return 0x1p-6 + static_cast<double>(n_classes) * 0x1p-24;  // halves of 2^-8 each, and softmax
}

double printed_row_sum_tolerance(int decimals, std::size_t n_classes) noexcept {
  const double half_unit = 0.5 * std::pow(10.0, -decimals);
  // A hair more than what rounding can do, since the printed numbers are themselves rounded to
  // binary. Rows that are off by more than a twentieth would give wrong measures, however they came
  // about: votes and counts would pass as probabilities without decimals.
  constexpr double most = 0.05;
  return std::clamp(static_cast<double>(n_classes) * half_unit * (1 + 1e-9),
                    row_sum_tolerance(DType::f64, n_classes), most);
}

}  // namespace qualm
