// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_families.h"

#include <algorithm>

#include "measures/credal_entropy.h"
#include "measures/credal_hartley.h"
#include "measures/credal_imprecision.h"
#include "measures/credal_interval_minimum.h"
#include "measures/credal_tv_ball.h"
#include "measures/dirichlet_groups.h"
#include "measures/undecided.h"

namespace qualm::detail {
namespace {

PartValues parts_of(const EntropyBounds& bounds) {
  return {bounds.upper, bounds.lower, bounds.difference};
}

EntropyBounds ball_around(Point mean, double radius) {
  std::vector<double> centre(mean.begin(), mean.end());
  const double sum = sum_of(mean);
  for (double& x : centre) x /= sum;
  return tv_ball_entropy(centre, radius);
}

}  // namespace

PartValues credal_parts(const Members& members, Arguments) {
  const EntropyBounds bounds = hull_entropy(member_set(members));
  if (bounds.gap > 1e-9) {
    throw UndecidedValue("the total part", bounds.upper, bounds.upper + bounds.gap);
  }
  return parts_of(bounds);
}

double credal_hartley(const Members& members, Arguments) {
  return hull_hartley(member_set(members));
}

double credal_imprecision(const Members& members, Arguments) {
  return hull_imprecision(member_set(members));
}

PartValues credal_interval_parts(const Members& members, Arguments) {
  const IntervalSet set = interval_set(member_set(members));
  const std::vector<double> greatest = interval_maximum(set);
  EntropyBounds bounds;
  bounds.upper = entropy_of_point(greatest);
  const IntervalMinimum least = interval_minimum(set, bounds.upper);
  if (!least.is_exact()) throw UndecidedValue("the aleatoric part", least.bound, least.entropy);
  bounds.lower = least.entropy;
  bounds.upper = std::max(bounds.upper, bounds.lower);
  bounds.difference = std::max(0.0, entropy_difference(greatest, least.point));
  return parts_of(bounds);
}

double credal_interval_hartley(const Members& members, Arguments) {
  return interval_hartley(interval_set(member_set(members)));
}

double credal_interval_imprecision(const Members& members, Arguments) {
  const Bracket found = interval_imprecision(interval_set(member_set(members)));
  if (found.low < found.high) throw UndecidedValue("it", found.low, found.high);
  return found.low;
}

PartValues tv_ball_parts(const Members& members, Arguments radius) {
  return parts_of(ball_around(members.mean, radius[0]));
}

PartValues dirichlet_tv_ball(Point alpha, Arguments radius) {
  return parts_of(ball_around(alpha, radius[0]));
}

}  // namespace qualm::detail
