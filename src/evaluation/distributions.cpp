// SPDX-License-Identifier: Apache-2.0
#include "evaluation/distributions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>

namespace qualm::evaluation {

double normal_quantile_above(double probability) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), probability));
}

double student_quantile_above(double degrees_of_freedom, double probability) {
  return boost::math::quantile(
      boost::math::complement(boost::math::students_t(degrees_of_freedom), probability));
}

double student_above(double degrees_of_freedom, double t) {
  return boost::math::cdf(boost::math::complement(boost::math::students_t(degrees_of_freedom), t));
}

double beta_quantile_above(double a, double b, double probability) {
  return boost::math::ibetac_inv(a, b, probability);
}

double digamma(double x) {
  return boost::math::digamma(x);
}

}  // namespace qualm::evaluation
