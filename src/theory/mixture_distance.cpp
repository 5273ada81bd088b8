// SPDX-License-Identifier: Apache-2.0
#include "theory/mixture_distance.h"

#include <bit>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "measures/quiet_policy.h"
#include "theory/law.h"

namespace qualm::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Value>
WithError mixed(const Distribution& distribution, Value value_of) {
  WithError sum;
  for (std::size_t i = 0; i < distribution.components().size(); ++i) {
    sum += distribution.components()[i].weight * value_of(distribution.law(i));
  }
  return sum;
}

// Two classes: the mean distance from the median. Bisection over the bits of a double finds any
// median in 64 steps, however near to 0 and whether or not there are jumps.
WithError distance_from_median(const Distribution& distribution) {
  auto below = std::bit_cast<std::uint64_t>(0.0), above = std::bit_cast<std::uint64_t>(1.0);
  const auto probability = [&](double q) {
    return mixed(distribution, [&](const Law& law) { return law.probability_below(0, q); }).value;
  };
  if (probability(0) >= 0.5) above = below;
  while (above - below > 1) {
    const std::uint64_t middle = below + (above - below) / 2;
    (probability(std::bit_cast<double>(middle)) < 0.5 ? below : above) = middle;
  }
  const double median = std::bit_cast<double>(above);
  WithError result = mixed(distribution, [&](const Law& law) { return law.mean_distance(median); });
  result.error += epsilon * median;
  return result;
}

// A root of a function that rises from <= 0 at `low` to >= 0 at `high`.
template <class F>
double solve(F f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (at_low >= 0) return low;
  if (at_high <= 0) return high;
  std::uintmax_t most_steps = 200;
  const auto near = [](double a, double b) { return std::abs(b - a) <= epsilon * std::abs(b); };
  const auto [below, above] = boost::math::tools::toms748_solve(f, low, high, at_low, at_high, near,
                                                                most_steps, QuietPolicy());
  return below + (above - below) / 2;
}

// Several classes: the best q has entries that are quantiles of one level, F_k(q_k) = level.
class CommonLevel {
 public:
  explicit CommonLevel(const Distribution& distribution)
      : distribution_(distribution), q_(distribution.n_classes()) {}

  WithError distance() {
    const double level = solve([&](double tau) { return excess_at(tau); }, 0.0, 1.0);
    const double miss = std::abs(excess_at(level));
    WithError result;
    for (std::size_t k = 0; k < q_.size(); ++k) {
      result += mixed(distribution_, [&](const Law& law) { return law.mean_below(k, q_[k]); });
    }
    // By duality, what the q_k miss the simplex by shifts the value by at most as much.
    result.error += miss + epsilon * static_cast<double>(q_.size());
    return result;
  }

 private:
  double excess_at(double level) {
    double sum = 0;
    for (std::size_t k = 0; k < q_.size(); ++k) {
      const auto above_level = [&](double q) {
        return mixed(distribution_, [&](const Law& law) { return law.probability_below(k, q); })
                   .value -
               level;
      };
      q_[k] = solve(above_level, 0.0, 1.0);
      sum += q_[k];
    }
    return sum - 1;
  }

  const Distribution& distribution_;
  std::vector<double> q_;
};

}  // namespace

WithError mixture_distance(const Distribution& distribution) {
  if (distribution.n_classes() == 2) return distance_from_median(distribution);
  return CommonLevel(distribution).distance();
}

}  // namespace qualm::detail
