// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_knapsack.h"

#include <algorithm>
#include <cmath>

#include "measures/credal_entropy.h"
#include "measures/credal_knapsack_core.h"

namespace qualm::detail {

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
  return std::max(1e-11 * std::min(greatest_ - best_, best_), 1e-15 * best_);
}

bool KnapsackSearch::restrict_to(std::size_t k, double low, double high) {
  State& state = states_[k];
  if (low == state.low && high == state.high) return true;
  if (low < state.low || high > state.high) return false;
  changes_.push_back({k, state});
  if (low != state.low) state.cost_low = class_entropy(low, k == top());
  if (high != state.high) state.cost_high = class_entropy(high, k == top());
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

// Both lists are sorted by slope: the order of the whole problem, without the classes that were
// split since, and those.
std::size_t KnapsackSearch::next_class(Queue& queue) const {
  while (queue.base != order_.end() && states_[*queue.base].is_split) ++queue.base;
  const bool has_base = queue.base != order_.end(), has_split = queue.split != split_.end();
  if (has_split && (!has_base || states_[*queue.split].slope < states_[*queue.base].slope)) {
    return *queue.split++;
  }
  return has_base ? *queue.base++ : states_.size();
}

KnapsackSearch::Queue KnapsackSearch::make_queue() {
  split_.clear();
  for (std::size_t k = 0; k < top(); ++k) {
    if (states_[k].is_split && states_[k].low < states_[k].high) split_.push_back(k);
  }
  std::sort(split_.begin(), split_.end(), [this](std::size_t a, std::size_t b) {
    return states_[a].slope < states_[b].slope || (states_[a].slope == states_[b].slope && a < b);
  });
  return {order_.begin(), split_.begin()};
}

// Fills classes while the sum is below the rest, and while more of both costs less.
KnapsackSearch::Relaxation KnapsackSearch::relax() {
  Relaxation result;
  result.between = states_.size();
  const State& rest = states_.back();
  double sum = 0, cost = rest.cost_low;
  for (std::size_t k = 0; k < top(); ++k) {
    sum += states_[k].low;
    cost += states_[k].cost_low;
  }
  double must = std::max(0.0, rest.low - sum);
  double r = std::max(rest.low, std::min(sum, rest.high));
  if (sum - r > 1e-15) return result;
  cost += rest.slope * (r - rest.low);
  filled_.clear();
  Queue queue = make_queue();
  while (must > 0 || r < rest.high) {
    const std::size_t k = next_class(queue);
    if (k == states_.size()) break;
    const State& state = states_[k];
    const double room = state.high - state.low;
    const bool is_cheap = state.slope + rest.slope < 0;
    const double needed = std::min(room, must);
    const double more = is_cheap ? std::min(room - needed, rest.high - r) : 0;
    cost += state.slope * needed + (state.slope + rest.slope) * more;
    must -= needed;
    r += more;
    if (needed + more < room) {
      if (needed + more > 0) {
        result.between = k;
        result.at = state.low + (needed + more);
      }
      break;
    }
    filled_.push_back(k);
  }
  if (must > 1e-15) return result;
  if (r > rest.low && r < rest.high && result.between == states_.size()) {
    result.between = top();
    result.at = r;
  }
  result.bound = result.value = cost;
  result.rest_is_high = r >= rest.high;
  if (result.between < states_.size()) {
    const State& state = states_[result.between];
    result.value += class_entropy(result.at, result.between == top()) -
                    (state.cost_low + state.slope * (result.at - state.low));
  }
  return result;
}

// Of all classes but the top one; the one that is between its bounds is at the lower one.
std::vector<double> KnapsackSearch::values_of_relaxation() const {
  std::vector<double> values(top());
  for (std::size_t k = 0; k < top(); ++k) values[k] = states_[k].low;
  for (const std::size_t k : filled_) values[k] = states_[k].high;
  return values;
}

void KnapsackSearch::keep(double entropy, const std::vector<double>& values) {
  best_ = entropy;
  best_point_.clear();
  double rest = 0;
  for (std::size_t k = 0; k < top(); ++k) {
    best_point_.emplace_back(indices_[k], values[k]);
    rest += values[k];
  }
  best_point_.emplace_back(indices_[top()], 1 - rest);
}

// Tries all that is left to try below a node, where that is little.
bool KnapsackSearch::finish(const Relaxation& node) {
  constexpr std::size_t most_classes = 32, most_subsets = 20'000, subsets_per_node = 1'000;
  const State& between = states_[node.between];
  const double level = node.between == top() ? -between.slope : between.slope;
  std::vector<double> values = values_of_relaxation();
  std::vector<KnapsackCore::Class> classes;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const State& state = states_[k];
    if (state.low == state.high) continue;
    const bool is_rest = k == top();
    const bool is_high = is_rest ? node.between != k && node.rest_is_high : values[k] == state.high;
    const double price = is_rest ? -level : level;
    const double cost =
        std::max(0.0, (state.slope - price) * (state.high - state.low) * (is_high ? -1 : 1));
    classes.push_back({k, is_rest, is_high ? state.high : state.low,
                       is_high ? state.low : state.high, is_high ? state.cost_high : state.cost_low,
                       price, cost});
  }
  const double missing = node.between == top() ? between.low - node.at : node.at - between.low;
  KnapsackCore core(std::move(classes), missing, best_ - tolerance() - node.bound, tolerance());
  if (core.size() > most_classes) return false;
  const bool is_complete = core.run(most_subsets);
  n_nodes_ += core.n_subsets() / subsets_per_node;
  if (!core.moves().empty()) {
    for (const auto& [k, to] : core.moves()) {
      if (k < top()) values[k] = to;
    }
    keep(node.bound + core.cost(), values);
  }
  return is_complete;
}

void KnapsackSearch::search() {
  const Relaxation node = relax();
  if (node.value < best_) {
    std::vector<double> values = values_of_relaxation();
    if (node.between < top()) values[node.between] = node.at;
    keep(node.value, values);
  }
  if (node.between == states_.size() || !(node.bound < best_ - tolerance())) return;
  if (++n_nodes_ > most_nodes_) {
    open_ = std::min(open_, node.bound);
    return;
  }
  if (finish(node)) return;
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
    state.cost_low = class_entropy(state.low, k == top());
    state.cost_high = class_entropy(state.high, k == top());
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
  const double exact_enough = 1e-10 * std::min(greatest_ - best_, best_);
  result.bound = open_ < best_ - exact_enough ? std::min(open_, result.entropy) : result.entropy;
  result.n_nodes = n_nodes_;
  return result;
}

}  // namespace qualm::detail
