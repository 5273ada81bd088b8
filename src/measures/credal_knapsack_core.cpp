// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_knapsack_core.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace qualm::detail {

double class_entropy(double x, bool is_rest) {
  if (is_rest) return x < 1 ? -(1 - x) * std::log1p(-x) : 0;
  return x > 0 ? -x * std::log(x) : 0;
}

KnapsackCore::KnapsackCore(std::vector<Class> classes, double missing, double left,
                           double tolerance)
    : classes_(std::move(classes)),
      is_flipped_(classes_.size()),
      missing_(missing),
      left_(left),
      tolerance_(tolerance) {
  std::sort(classes_.begin(), classes_.end(), [](const Class& a, const Class& b) {
    return std::tie(a.flip_cost, a.from, a.to, a.k) < std::tie(b.flip_cost, b.from, b.to, b.k);
  });
  while (n_core_ < classes_.size() && classes_[n_core_].flip_cost < left_) ++n_core_;
}

// What the other bound adds to the sum.
double KnapsackCore::shift(const Class& each) const {
  return each.is_rest ? each.from - each.to : each.to - each.from;
}

double KnapsackCore::cost_at(const Class& each, double x) const {
  return class_entropy(x, each.is_rest) - each.cost_from - each.price * (x - each.from);
}

// The cost is concave, so it is at least its chord up to any value; where that is above what is
// left, the chord says how far to go.
KnapsackCore::Taker KnapsackCore::taker(std::size_t i) const {
  const Class& each = classes_[i];
  double reach = std::fabs(each.to - each.from), cost = each.flip_cost;
  for (int round = 0; round < 3 && cost > left_; ++round) {
    reach *= left_ / cost;
    cost =
        std::max(0.0, cost_at(each, each.to > each.from ? each.from + reach : each.from - reach));
  }
  return {i, reach, cost / reach};
}

bool KnapsackCore::run(std::size_t most_subsets) {
  most_subsets_ = most_subsets;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    (shift(classes_[i]) > 0 ? up_ : down_).push_back(taker(i));
  }
  for (std::vector<Taker>* each : {&up_, &down_}) {
    std::stable_sort(each->begin(), each->end(),
                     [](const Taker& a, const Taker& b) { return a.reach > b.reach; });
  }
  try_subsets(0, 0, missing_);
  return n_subsets_ <= most_subsets_;
}

void KnapsackCore::try_subsets(std::size_t first, double cost, double missing) {
  if (++n_subsets_ > most_subsets_) return;
  let_one_take(cost, missing);
  for (std::size_t i = first; i < n_core_ && cost + classes_[i].flip_cost < left_; ++i) {
    const Class& each = classes_[i];
    const bool is_as_before = i > first && each.from == classes_[i - 1].from &&
                              each.to == classes_[i - 1].to &&
                              each.is_rest == classes_[i - 1].is_rest;
    if (is_as_before) continue;  // the same again
    is_flipped_[i] = true;
    try_subsets(i + 1, cost + each.flip_cost, missing - shift(each));
    is_flipped_[i] = false;
  }
}

void KnapsackCore::let_one_take(double cost, double missing) {
  const double size = std::fabs(missing);
  for (const Taker& each : missing > 0 ? up_ : down_) {
    if (each.reach < size) return;
    if (is_flipped_[each.i] || !(cost + each.price * size < left_)) continue;
    const Class& its = classes_[each.i];
    const double x = its.to > its.from ? its.from + size : its.from - size;
    const double whole = cost + std::max(0.0, cost_at(its, x));
    if (whole < left_) keep(whole, each.i, x);
  }
}

void KnapsackCore::keep(double cost, std::size_t taker, double x) {
  cost_ = cost;
  left_ = cost - tolerance_;
  moves_.clear();
  for (std::size_t i = 0; i < n_core_; ++i) {
    if (is_flipped_[i]) moves_.push_back({classes_[i].k, classes_[i].to});
  }
  moves_.push_back({classes_[taker].k, x});
}

}  // namespace qualm::detail
