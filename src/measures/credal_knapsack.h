// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "measures/credal_interval_minimum.h"

namespace qualm::detail {

/// Minimise H(p) over lower <= p <= upper, sum one, where one class, the top one, is left out of
/// the items and given by its rest r = 1 - p = sum of the items: no digit is lost where it is
/// nearly one.
struct Knapsack {
  struct Item {
    std::size_t index;  ///< of the class
    double lower, upper;
  };
  double rest_low = 0, rest_high = 0;
  std::vector<Item> items;

  void add(std::size_t index, double lower, double upper) {
    items.push_back({index, lower, upper});
  }
};

/// Branch and bound over several problems with one incumbent. The bound of a node replaces the
/// entropy of each class by its chord between the bounds of the node; the linear program that is
/// left is solved by filling classes in the order of their slopes, and leaves one class between its
/// bounds: that one is split there. A class with greater bounds on both sides is filled first,
/// which settles most of the others at each split.
class KnapsackSearch {
 public:
  KnapsackSearch(double greatest, std::size_t most_nodes)
      : greatest_(greatest), most_nodes_(most_nodes) {}

  void run(const Knapsack& problem, std::size_t top);
  [[nodiscard]] IntervalMinimum result(std::size_t n_classes) const;

 private:
  // A class in the node at hand: its value is from low to high. The last item is the top class, its
  // value is r.
  struct State {
    double lower, upper;  // in the whole problem
    double low, high;
    double cost_low, cost_high;  // entropies
    double slope;                // of the chord
    bool is_split;               // its slope is not the one of the whole problem
  };
  struct Relaxation {
    double bound = std::numeric_limits<double>::infinity();
    double value = std::numeric_limits<double>::infinity();  // of the true entropy at its solution
    std::size_t between = 0;                                 // the class that is, or none: n
    double at = 0;                                           // its value
    bool rest_is_high = false;
  };
  // The classes by their slopes, from two lists.
  struct Queue {
    std::vector<std::size_t>::const_iterator base, split;
  };
  struct Change {
    std::size_t k;
    State before;
  };

  [[nodiscard]] std::size_t top() const noexcept { return states_.size() - 1; }
  [[nodiscard]] bool dominates(std::size_t i, std::size_t j) const;
  [[nodiscard]] double tolerance() const;
  bool restrict_to(std::size_t k, double low, double high);
  bool settle_others(std::size_t k);
  void undo(std::size_t n_changes);
  Queue make_queue();
  [[nodiscard]] std::size_t next_class(Queue& queue) const;
  Relaxation relax();
  [[nodiscard]] std::vector<double> values_of_relaxation() const;
  void keep(double entropy, const std::vector<double>& values);
  bool finish(const Relaxation& node);
  void search();

  double greatest_;
  std::size_t most_nodes_, n_nodes_ = 0;
  std::vector<State> states_;
  std::vector<std::size_t> order_, split_, indices_, filled_;
  std::vector<Change> changes_;
  double best_ = std::numeric_limits<double>::infinity();
  double open_ = std::numeric_limits<double>::infinity();  // the least bound that was left
  std::vector<std::pair<std::size_t, double>> best_point_;
};

}  // namespace qualm::detail
