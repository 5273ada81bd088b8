// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace qualm::detail {

/// What a class adds to the entropy at p = x, or at p = 1 - x if `is_rest`.
[[nodiscard]] double class_entropy(double x, bool is_rest);

/// Ends a branch of a knapsack search where the relaxation is nearly as good as the best point
/// known. In the relaxation every class is at a bound, but for a sum that is `missing`. Few
/// classes, the core, can go to their other bound for less than what is left to gain: all their
/// subsets are tried, and for each the class that takes what is missing then.
class KnapsackCore {
 public:
  struct Class {
    std::size_t k;
    bool is_rest;      ///< its value counts against the sum
    double from, to;   ///< its bound in the relaxation and the other one
    double cost_from;  ///< its entropy there
    double price;      ///< of its value in the relaxation
    double flip_cost;  ///< what the other bound costs more, at least 0
  };
  struct Move {
    std::size_t k;
    double to;
  };

  KnapsackCore(std::vector<Class> classes, double missing, double left, double tolerance);

  /// How many classes can go to their other bound.
  [[nodiscard]] std::size_t size() const noexcept { return n_core_; }
  [[nodiscard]] std::size_t n_subsets() const noexcept { return n_subsets_; }
  /// False if there are more than `most_subsets` to try.
  bool run(std::size_t most_subsets);
  /// The best that was found: what it costs more than the relaxation, below `left`. None: empty.
  [[nodiscard]] double cost() const noexcept { return cost_; }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }

 private:
  // A class that can take a part of what is missing.
  struct Taker {
    std::size_t i;
    double reach, price;  // up to where, and at least at which price
  };
  void try_subsets(std::size_t first, double cost, double missing);
  void let_one_take(double cost, double missing);
  void keep(double cost, std::size_t taker, double missing);
  [[nodiscard]] double shift(const Class& each) const;
  [[nodiscard]] double cost_at(const Class& each, double x) const;
  [[nodiscard]] Taker taker(std::size_t i) const;

  std::vector<Class> classes_;  // by the cost of the other bound
  std::vector<Taker> up_, down_;
  std::vector<bool> is_flipped_;
  std::vector<Move> moves_;
  std::size_t n_core_ = 0, n_subsets_ = 0, most_subsets_ = 0;
  double missing_, left_, tolerance_, cost_ = 0;
};

}  // namespace qualm::detail
