// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/column.h"
#include "qualm/evaluation/counts.h"

namespace qualm {

/// A number that may be undefined. Then `value` is NaN and `undefined` has the reason; it is never
/// replaced by 0 or 0.5.
struct Figure {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string undefined;

  [[nodiscard]] bool is_defined() const noexcept { return undefined.empty(); }
};

/// N scores in ascending order, equal ones in one group; -0.0 equals 0.0, infinities are scores.
/// The rows of a group are in input order, and no statistic may depend on it.
/// O(N) time (radix sort). Uses at most 16 N bytes, and 24 N more while sorting.
class Ranking {
 public:
  /// Throws data if there is no score, if one is NaN, or if there are 2^32 or more.
  explicit Ranking(std::span<const double> scores);

  [[nodiscard]] std::size_t n_rows() const noexcept { return order_.size(); }
  [[nodiscard]] std::size_t n_groups() const noexcept { return scores_->size(); }
  /// The rows of one group, group 0 having the lowest score.
  [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t group) const noexcept {
    return {order_.data() + starts_[group], order_.data() + starts_[group + 1]};
  }
  /// The distinct scores, ascending.
  [[nodiscard]] const std::shared_ptr<const Column<double>>& scores() const noexcept {
    return scores_;
  }

 private:
  template <typename Float>
  void sort(std::span<const double> scores);

  std::vector<std::uint32_t> order_, starts_;
  std::shared_ptr<const Column<double>> scores_;
};

/// Sufficient counts for statistics of one score and one binary label: the number of rows of either
/// kind per score. Positive rows are those that a high score should indicate: wrong predictions,
/// out-of-distribution rows. As these are integers in the order of the scores, every function of a
/// tally gives the same bits for any order of the rows.
struct Tally {
  std::shared_ptr<const Column<double>> scores;  ///< distinct, ascending
  Counts negatives, positives;                   ///< one count per score
  std::uint64_t n_negative = 0, n_positive = 0;  ///< their sums, together below 2^32
  /// Of functions of this tally; 0: all cores. No result depends on it.
  unsigned threads = 0;

  /// Rows whose flag is not 0 are positive. Throws data unless there is one flag per row.
  Tally(const Ranking& ranking, std::span<const std::uint8_t> positive);
  Tally(Column<double> distinct_scores, Counts negative_counts, Counts positive_counts);

  [[nodiscard]] std::size_t n_groups() const noexcept { return positives.size(); }
  [[nodiscard]] std::uint64_t n_rows() const noexcept { return n_negative + n_positive; }
};

/// The same rows under a perfect score, which ranks every positive above every negative.
[[nodiscard]] Tally oracle(const Tally& tally);
/// Rows that all have the same score. As ties count by expectation, this is random order.
[[nodiscard]] Tally random_order(std::uint64_t n_negative, std::uint64_t n_positive);

/// A statistic of a tally and its name in the output.
struct Statistic {
  std::string_view name;
  std::function<Figure(const Tally&)> compute;
};

}  // namespace qualm
