// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet_square_transform.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

constexpr double grid_step = SquareTransform::step;
// Below, the density of log Gamma is wide enough for nodes at the lattice of x itself.
constexpr double narrow_from = 24;

double lattice_log(long begin, std::size_t i) {
  return static_cast<double>(begin + static_cast<long>(i)) * grid_step;
}

double lattice_point(long begin, std::size_t i) {
  return std::exp(lattice_log(begin, i));
}

// 1 - exp(-exp(2 v)) at v = (i - kernel_left) * grid_step. It is below 1e-16 to the left of the
// table and one to its right.
constexpr std::size_t kernel_left = 152;
constexpr std::size_t kernel_size = kernel_left + 16;
using Kernel = std::array<double, kernel_size>;

Kernel make_kernel() {
  Kernel kernel{};
  for (std::size_t i = 0; i < kernel_size; ++i) {
    const double v = (static_cast<double>(i) - static_cast<double>(kernel_left)) * grid_step;
    kernel[i] = -std::expm1(-std::exp(2 * v));
  }
  return kernel;
}

}  // namespace

SquareTransform::SquareTransform(double a, long begin, std::size_t size) : p_(size), u_(size) {
  const long far = std::lround(std::log(20 * (a + 1)) / grid_step);
  const auto near = static_cast<std::size_t>(std::clamp(far - begin, 0L, static_cast<long>(size)));
  if (a < narrow_from) {
    convolve(a, begin, near);
  } else {
    average(a, begin, near);
  }
  for (std::size_t i = near; i < size; ++i) sum_moments(a, lattice_point(begin, i), i);
}

// u(x) = integral of (1 - exp(-exp(2 (s - log x)))) e^(a s - e^s) / Gamma(a) ds by the trapezoidal
// rule. With s and log x on one lattice it is a convolution with a table.
void SquareTransform::convolve(double a, long begin, std::size_t size) {
  static const Kernel kernel = make_kernel();
  std::vector<double> density(size + kernel_size);
  const double scale = grid_step * a / gamma_of(a + 1);
  for (std::size_t j = 0; j < density.size(); ++j) {
    const double log_gamma = lattice_log(begin - static_cast<long>(kernel_left), j);
    density[j] = scale * std::exp(a * log_gamma - std::exp(log_gamma));
  }
  double beyond_kernel = 0;
  for (std::size_t i = size; i-- > 0;) {
    beyond_kernel += density[i + kernel_size];
    u_[i] = beyond_kernel;
  }
  for (std::size_t d = 0; d < kernel_size; ++d) {
    const double* shifted = density.data() + d;
    for (std::size_t i = 0; i < size; ++i) u_[i] += kernel[d] * shifted[i];
  }
  for (std::size_t i = 0; i < size; ++i) p_[i] = 1 - u_[i];
}

// The same rule with nodes of its own, a fraction of the narrow density apart.
void SquareTransform::average(double a, long begin, std::size_t size) {
  struct Node {
    double square, weight;
  };
  std::vector<Node> nodes;
  double weight_sum = 0;
  const double spacing = 0.5 / std::sqrt(a);
  for (int j = -40; j <= 24; ++j) {
    const double relative = std::expm1(j * spacing);  // Gamma / a - 1
    const double weight = std::exp(a * log1p_minus(relative));
    if (weight < 1e-25) continue;
    nodes.push_back({(1 + relative) * (1 + relative), weight});
    weight_sum += weight;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double ratio = a / lattice_point(begin, i);
    double sum = 0;
    if (ratio < 1) {
      for (const Node& node : nodes) sum -= node.weight * std::expm1(-node.square * ratio * ratio);
      u_[i] = sum / weight_sum;
      p_[i] = 1 - u_[i];
    } else {
      for (const Node& node : nodes) sum += node.weight * std::exp(-node.square * ratio * ratio);
      p_[i] = sum / weight_sum;
      u_[i] = 1 - p_[i];
    }
  }
}

// u(x) = sum_n (-1)^(n+1) E Gamma^(2n) / (n! x^(2n)), E Gamma^(2n) = a (a + 1) ... (a + 2n - 1):
// for large x the terms vanish long before they start to grow.
void SquareTransform::sum_moments(double a, double x, std::size_t i) {
  double sum = 0;
  double term = a / x * ((a + 1) / x);
  for (int n = 1; std::abs(term) > 1e-18 * sum; ++n) {
    sum += term;
    term *= -((a + 2 * n) / x) * ((a + 2 * n + 1) / x) / (n + 1);
  }
  u_[i] = sum;
  p_[i] = 1 - sum;
}

}  // namespace qualm::detail
