// SPDX-License-Identifier: Apache-2.0
#include "theory/quadrature.h"

#include <boost/math/quadrature/tanh_sinh.hpp>
#include <limits>

#include "measures/quiet_policy.h"

namespace qualm::detail {

WithError integrate(const std::function<double(double)>& f, double low, double high) {
  if (!(low < high)) return {};
  static thread_local boost::math::quadrature::tanh_sinh<double, QuietPolicy> rule;
  constexpr double tolerance = 1e-13;
  // On [0,1], so that very narrow intervals are none to Boost.
  const double width = high - low;
  double error = 0, sum_of_magnitudes = 0;
  const double value = rule.integrate([&](double x) { return f(low + width * x); }, 0.0, 1.0,
                                      tolerance, &error, &sum_of_magnitudes);
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * sum_of_magnitudes;
  return {width * value, width * (error + rounding)};
}

}  // namespace qualm::detail
