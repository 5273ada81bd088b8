// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_interval.h"

#include <algorithm>
#include <tuple>

#include "array/sorted_sum.h"

namespace qualm::detail {
namespace {

// The level c at which sum_k clip(c, lower_k, upper_k) = target, by its breakpoints.
double level_for(std::span<const double> lower, std::span<const double> upper, double target) {
  struct Break {
    double at;
    int change;  // of the number of classes that follow c
  };
  std::vector<Break> breaks;
  breaks.reserve(2 * lower.size());
  for (std::size_t k = 0; k < lower.size(); ++k) {
    if (lower[k] == upper[k]) continue;
    breaks.push_back({lower[k], 1});
    breaks.push_back({upper[k], -1});
  }
  if (breaks.empty()) return 0;
  std::sort(breaks.begin(), breaks.end(),
            [](const Break& a, const Break& b) { return a.at < b.at; });
  double sum = 0;
  for (const double x : lower) sum += x;
  int n_following = 0;
  double at = breaks.front().at;
  for (const Break& next : breaks) {
    const double gain = n_following * (next.at - at);
    if (sum + gain >= target) break;
    sum += gain;
    at = next.at;
    n_following += next.change;
  }
  // Once more without the rounding of the steps: what the classes that do not follow c leave.
  std::vector<double> fixed;
  for (std::size_t k = 0; k < lower.size(); ++k) {
    if (lower[k] > at || at >= upper[k]) fixed.push_back(std::clamp(at, lower[k], upper[k]));
  }
  if (fixed.size() == lower.size()) return at;
  const double left = target - sorted_sum(fixed);
  return std::max(at, left / static_cast<double>(lower.size() - fixed.size()));
}

}  // namespace

IntervalSet interval_set(const MemberSet& members) {
  struct Interval {
    double lower, upper, lower_rest, upper_rest;
  };
  std::vector<Interval> intervals(members.n_classes, Interval{2, -1, 0, 2});
  for (std::size_t m = 0; m < members.n_members; ++m) {
    for (std::size_t k = 0; k < members.n_classes; ++k) {
      Interval& interval = intervals[k];
      const double p = members.point(m)[k], rest = members.rest(m)[k];
      interval.lower = std::min(interval.lower, p);
      interval.upper = std::max(interval.upper, p);
      interval.lower_rest = std::max(interval.lower_rest, rest);
      interval.upper_rest = std::min(interval.upper_rest, rest);
    }
  }
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return std::tie(a.upper, a.upper_rest, a.lower, a.lower_rest) >
           std::tie(b.upper, b.upper_rest, b.lower, b.lower_rest);
  });
  IntervalSet set;
  for (const Interval& interval : intervals) {
    set.lower.push_back(interval.lower);
    set.upper.push_back(interval.upper);
    set.lower_rest.push_back(interval.lower_rest);
    set.upper_rest.push_back(interval.upper_rest);
  }
  return set;
}

double left_for_others(const IntervalSet& set, std::size_t k, double rest) {
  std::vector<double> others = set.lower;
  others[k] = 0;
  return std::max(0.0, rest - sorted_sum(others));
}

std::vector<double> interval_maximum(const IntervalSet& set) {
  const std::size_t n = set.n_classes();
  const auto top = static_cast<std::size_t>(std::max_element(set.lower.begin(), set.lower.end()) -
                                            set.lower.begin());
  std::vector<double> lower = set.lower, upper = set.upper, point(n);
  // The class of the greatest lower bound stays there if the others reach 1 - lower below it: then
  // they share what is left with its own digits.
  const double its_lower = lower[top];
  lower[top] = upper[top] = 0;
  double reach = 0;
  for (std::size_t k = 0; k < n; ++k) reach += std::clamp(its_lower, lower[k], upper[k]);
  const bool stays = reach >= set.lower_rest[top];
  if (!stays) {
    lower[top] = its_lower;
    upper[top] = set.upper[top];
  }
  const double level = level_for(lower, upper, stays ? set.lower_rest[top] : 1);
  for (std::size_t k = 0; k < n; ++k) point[k] = std::clamp(level, set.lower[k], set.upper[k]);
  if (stays) point[top] = its_lower;
  return point;
}

}  // namespace qualm::detail
