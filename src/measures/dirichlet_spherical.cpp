// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet_spherical.h"

#include <cmath>
#include <numbers>

#include "measures/dirichlet.h"
#include "measures/dirichlet_products.h"
#include "measures/dirichlet_square_transform.h"

namespace qualm::detail {
namespace {

struct Integrals {
  double excess;  // E |Gamma| - alpha_first
  double pairs;   // alpha_0 - E |Gamma|; needs all alpha below one
};

// With gammas as for the maximum (dirichlet_zero_one.cpp) and
// sqrt(y) = 1/sqrt(pi) integral of 1 - exp(-y / x^2) dx:
// alpha_0 E |Theta| = E |Gamma| = 1/sqrt(pi) integral of 1 - prod_k E exp(-Gamma_k^2 / x^2) dx.
Integrals integrate(const SortedAlpha& alpha) {
  constexpr double step = SquareTransform::step;
  const double first = alpha.first.alpha;
  double norm = first;  // about E |Gamma|
  for (const AlphaGroup& group : alpha.others) {
    norm = std::hypot(norm, std::sqrt(group.count * (group.alpha + 1)) * std::sqrt(group.alpha));
  }
  // On the left the integrands vanish like x^(1 + first), on the right like 1/x.
  const long begin = std::lround((std::log(first + 1) - 3 - 37 / (1 + first)) / step);
  const long end = std::lround((std::log(norm + 4) + 12) / step);
  const auto size = static_cast<std::size_t>(end - begin);

  const SquareTransform transform(first, begin, size);
  std::vector<ProductGap> products;
  products.reserve(size);
  for (std::size_t i = 0; i < size; ++i) products.emplace_back(transform.p(i), transform.u(i));
  for (const AlphaGroup& group : compressed(alpha)) {
    const SquareTransform other(group.alpha, begin, size);
    for (std::size_t i = 0; i < size; ++i) {
      products[i].add(other.p(i), other.u(i), group.count);
      products[i].add_curvature(other.u(i), group.count);
    }
  }
  Integrals sum{};
  double last = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double x = std::exp(static_cast<double>(begin + static_cast<long>(i)) * step);
    last = x * products[i].excess();
    sum.excess += last;
    sum.pairs += x * products[i].pairs();
  }
  sum.excess += last / std::expm1(step);  // the rest of the tail is a geometric series
  const double scale = step / std::sqrt(std::numbers::pi);
  return {sum.excess * scale, sum.pairs * scale};
}

}  // namespace

PartValues dirichlet_spherical(const SortedAlpha& alpha) {
  const double first = alpha.first.alpha / alpha.sum;
  double others2 = 0;  // of m^2, over all but the most likely class
  double total = first * (alpha.first.others / alpha.sum);
  for (const AlphaGroup& group : alpha.others) {
    const double m = group.alpha / alpha.sum;
    others2 += group.count * m * m;
    total += group.count * m * (group.others / alpha.sum);
  }
  const double norm = std::sqrt(first * first + others2);
  total /= 1 + norm;  // 1 - |m| = (1 - |m|^2) / (1 + |m|)

  // E |Theta| - |m| = (E |Theta| - m_first) - (|m| - m_first) loses digits as the other
  // concentrations grow, the series wins them; here they meet.
  constexpr double series_from = 1e4;
  const double mean_other = others2 * alpha.sum * alpha.sum / alpha.first.others;
  if (mean_other > series_from) {
    const double epistemic = spherical_excess_series(alpha, norm);
    const double aleatoric = total - epistemic;
    return {aleatoric + epistemic, aleatoric, epistemic};
  }
  const Integrals integrals = integrate(alpha);
  const double epistemic = std::max(0.0, integrals.excess / alpha.sum - others2 / (norm + first));
  // EU comes close to TU only if all concentrations are small: there AU needs an integral of its
  // own.
  const double aleatoric = alpha.sum < 0.5 ? integrals.pairs / alpha.sum : total - epistemic;
  return {aleatoric + epistemic, aleatoric, epistemic};
}

}  // namespace qualm::detail
