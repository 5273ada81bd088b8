// SPDX-License-Identifier: Apache-2.0
#include "evaluation/logit_interval.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "evaluation/distributions.h"
#include "qualm/error.h"

namespace qualm::evaluation {

void check_level(double level) {
  if (!(level > 0 && level < 1)) {
    throw_usage(fmt::format("confidence level {}: give a number between 0 and 1", level));
  }
}

Interval no_interval(std::string reason) {
  Interval interval;
  interval.undefined = std::move(reason);
  return interval;
}

namespace {

double quantile_of(const Spread& spread, double level) {
  return evaluation::student_quantile_above(spread.degrees_of_freedom, (1 - level) / 2);
}

}  // namespace

Interval log_interval(double value, const Spread& spread, double level) {
  const double reach = quantile_of(spread, level) * std::sqrt(spread.variance) / value;
  return {value * std::exp(-reach), value * std::exp(reach), "log-t", {}};
}

Interval logit_interval(double value, double rest, const Spread& spread, double level,
                        std::string method) {
  const double greatest = value + rest;
  const double reach =
      quantile_of(spread, level) * std::sqrt(spread.variance) * greatest / (value * rest);
  const double centre = std::log(value / rest);
  const auto back = [&](double logit) { return greatest / (1 + std::exp(-logit)); };
  return {back(centre - reach), back(centre + reach), std::move(method), {}};
}

}  // namespace qualm::evaluation
