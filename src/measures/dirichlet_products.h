// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "measures/special_functions.h"

namespace qualm::detail {

// A norm N of independent gammas has E N = integral of 1 - prod_k p_k(x) dx, p_k = 1 - u_k. At one
// x this gathers the two differences that the parts integrate, each without cancelling however
// small it gets. The most likely class comes first, the others follow.
class ProductGap {
 public:
  ProductGap(double first_p, double first_u) : first_p_(first_p), first_u_(first_u) {}

  void add(double p, double u, double count) {
    log_product_ += count * (u < 0.5 ? std::log1p(-u) : std::log(std::max(p, 1e-300)));
  }
  /// Also needed for `pairs`, not for `excess`.
  void add_curvature(double u, double count) { curvature_ += count * log1p_minus(-u); }

  /// log of the product of the others.
  [[nodiscard]] double log_product() const { return log_product_; }
  /// (1 - product of all) - u_first: what N exceeds the most likely class alone by.
  [[nodiscard]] double excess() const { return -first_p_ * std::expm1(log_product_); }
  /// sum_k u_k - (1 - product of all): what the sum of the classes exceeds N by. Needs every p > 0.
  [[nodiscard]] double pairs() const {
    return curvature_ + expm1_minus(log_product_) - first_u_ * std::expm1(log_product_);
  }

 private:
  double first_p_, first_u_;
  double log_product_ = 0;
  double curvature_ = 0;
};

}  // namespace qualm::detail
