// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_knapsack.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measures/credal_entropy.h"

namespace qualm::detail {

// What class k adds to the entropy; the top class by its rest.
double KnapsackSearch::entropy_at(std::size_t k, double x) const {
  if (k == top()) return x < 1 ? -(1 - x) * std::log1p(-x) : 0;
  return x > 0 ? -x * std::log(x) : 0;
}

// Whether i has greater bounds than j; of equal ones the first. Then some optimum leaves i at its
// upper bound unless j is at its lower bound: else mass that goes from j to i spreads the two
// further apart.
bool KnapsackSearch::dominates(std::size_t i, std::size_t j) const {
  const bool i_top = i == top(), j_top = j == top();
  const double lower_i = i_top ? 1 - states_[i].upper : states_[i].lower;
  const double upper_i = i_top ? 1 - states_[i].lower : states_[i].upper;
  const double lower_j = j_top ? 1 - states_[j].upper : states_[j].lower;
  const double upper_j = j_top ? 1 - states_[j].lower : states_[j].upper;
  if (lower_i == lower_j && upper_i == upper_j) return i_top || (!j_top && i < j);
  return lower_i >= lower_j && upper_i >= upper_j;
}

double KnapsackSearch::tolerance() const {
  return std::max(1e-11 * (greatest_ - best_), 1e-15 * best_);
}

bool KnapsackSearch::restrict_to(std::size_t k, double low, double high) {
  State& state = states_[k];
  if (low == state.low && high == state.high) return true;
  if (low < state.low || high > state.high) return false;
  changes_.push_back({k, state});
  if (low != state.low) state.cost_low = entropy_at(k, low);
  if (high != state.high) state.cost_high = entropy_at(k, high);
  state.low = low;
  state.high = high;
  state.slope = high > low ? (state.cost_high - state.cost_low) / (high - low) : 0;
  state.is_split = true;
  return true;
}

// Follows from class k being off a bound. False: there is no such point that need be looked at.
bool KnapsackSearch::settle_others(std::size_t k) {
  const bool off_lower = k == top() ? states_[k].high < states_[k].upper  // p = 1 - r
                                    : states_[k].low > states_[k].lower;
  const bool off_upper =
      k == top() ? states_[k].low > states_[k].lower : states_[k].high < states_[k].upper;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (i == k) continue;
    const bool to_upper = off_lower && dominates(i, k);
    const bool to_lower = off_upper && dominates(k, i);
    if (!to_upper && !to_lower) continue;
    const bool to_upper_value = i == top() ? !to_upper : to_upper;
    const double value = to_upper_value ? states_[i].upper : states_[i].lower;
    if (value < states_[i].low || value > states_[i].high) return false;
    if (!restrict_to(i, value, value)) return false;
  }
  return true;
}

void KnapsackSearch::undo(std::size_t n_changes) {
  while (changes_.size() > n_changes) {
    states_[changes_.back().k] = changes_.back().before;
    changes_.pop_back();
  }
}

KnapsackSearch::Relaxation KnapsackSearch::relax() {
  Relaxation result;
  result.between = states_.size();
  const State& rest = states_.back();
  double sum = 0, cost = 0;
  std::vector<std::size_t> split;
  for (std::size_t k = 0; k < top(); ++k) {
    sum += states_[k].low;
    cost += states_[k].cost_low;
    if (states_[k].is_split && states_[k].low < states_[k].high) split.push_back(k);
  }
  std::sort(split.begin(), split.end(), [this](std::size_t a, std::size_t b) {
    return states_[a].slope < states_[b].slope || (states_[a].slope == states_[b].slope && a < b);
  });
  cost += rest.cost_low;
  // What must be filled, and what may be at the expense of the top class.
  double must = rest.low - sum;
  double may = rest.high - rest.low;
  double r = rest.low;
  filled_.clear();
  auto base = order_.begin();
  auto other = split.begin();
  if (must < 0) {  // the rest is at least the sum of the lower bounds
    const double raise = std::min(-must, may);
    if (-must > may + 1e-15) return result;
    cost += rest.slope * raise;
    r += raise;
    may -= raise;
    must = 0;
  }
  while (must > 0 || may > 0) {
    while (base != order_.end() && states_[*base].is_split) ++base;
    std::size_t k = states_.size();
    if (base != order_.end()) k = *base;
    if (other != split.end() && (k == states_.size() || states_[*other].slope < states_[k].slope)) {
      k = *other++;
    } else if (k != states_.size()) {
      ++base;
    }
    if (k == states_.size()) break;
    const State& state = states_[k];
    const double room = state.high - state.low;
    double fill = std::min(room, must);
    cost += state.slope * fill;
    must -= fill;
    if (must <= 0 && fill < room && state.slope + rest.slope < 0) {
      const double more = std::min(room - fill, may);
      cost += (state.slope + rest.slope) * more;
      may -= more;
      r += more;
      fill += more;
    }
    if (fill == room) {
      filled_.push_back(k);
    } else {
      if (fill > 0) {
        result.between = k;
        result.at = state.low + fill;
      }
      break;
    }
  }
  if (must > 1e-15) return result;
  result.n_full = filled_.size();
  result.bound = result.value = cost;
  if (r > rest.low && r < rest.high && result.between == states_.size()) {
    result.between = top();
    result.at = r;
  }
  if (result.between < states_.size()) {
    const State& state = states_[result.between];
    result.value += entropy_at(result.between, result.at) -
                    (state.cost_low + state.slope * (result.at - state.low));
  }
  return result;
}

void KnapsackSearch::keep(const Relaxation& found) {
  best_ = found.value;
  best_point_.clear();
  std::vector<double> values(states_.size());
  for (std::size_t k = 0; k < top(); ++k) values[k] = states_[k].low;
  for (const std::size_t k : filled_) values[k] = states_[k].high;
  if (found.between < top()) values[found.between] = found.at;
  double rest = 0;
  for (std::size_t k = 0; k < top(); ++k) {
    best_point_.emplace_back(indices_[k], values[k]);
    rest += values[k];
  }
  best_point_.emplace_back(indices_[top()], 1 - rest);
}

void KnapsackSearch::search() {
  const Relaxation node = relax();
  if (node.value < best_ && node.bound < std::numeric_limits<double>::infinity()) keep(node);
  if (node.between == states_.size() || !(node.bound < best_ - tolerance())) return;
  if (++n_nodes_ > most_nodes_) {
    open_ = std::min(open_, node.bound);
    return;
  }
  const std::size_t k = node.between, n_changes = changes_.size();
  const double low = states_[k].low, high = states_[k].high;
  const bool low_first = node.at - low < high - node.at;
  for (const bool is_low : {low_first, !low_first}) {
    if (restrict_to(k, is_low ? low : node.at, is_low ? node.at : high) && settle_others(k)) {
      search();
    }
    undo(n_changes);
  }
}

void KnapsackSearch::run(const Knapsack& problem, std::size_t top_index) {
  states_.clear();
  indices_.clear();
  const auto add = [this](std::size_t index, double low, double high) {
    states_.push_back({low, high, low, high, 0, 0, 0, false});
    indices_.push_back(index);
  };
  if (problem.rest_low > problem.rest_high) return;
  for (const Knapsack::Item& item : problem.items) {
    if (item.lower > item.upper) return;
    add(item.index, item.lower, item.upper);
  }
  add(top_index, problem.rest_low, problem.rest_high);
  order_.clear();
  for (std::size_t k = 0; k < states_.size(); ++k) {
    State& state = states_[k];
    state.cost_low = entropy_at(k, state.low);
    state.cost_high = entropy_at(k, state.high);
    const double width = state.high - state.low;
    state.slope = width > 0 ? (state.cost_high - state.cost_low) / width : 0;
    if (k < top() && width > 0) order_.push_back(k);
  }
  std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
    return states_[a].slope < states_[b].slope;
  });
  search();
}

IntervalMinimum KnapsackSearch::result(std::size_t n_classes) const {
  IntervalMinimum result;
  result.point.resize(n_classes);
  for (const auto& [k, value] : best_point_) result.point[k] = value;
  result.entropy = entropy_of_point(result.point);
  result.bound = open_ < best_ ? std::min(open_, result.entropy) : result.entropy;
  result.n_nodes = n_nodes_;
  return result;
}

}  // namespace qualm::detail
