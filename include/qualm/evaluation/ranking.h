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

/// A number that may not exist. Then `value` is NaN and `undefined` says why in a few words; it is
/// never 0 or 0.5 for want of anything better.
struct Figure {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string undefined;

  [[nodiscard]] bool is_defined() const noexcept { return undefined.empty(); }
};

/// N scores in ascending order, equal ones in one group; -0.0 equals 0.0, infinities are scores.
/// The order of a group's rows is the order given, and no statistic may depend on it.
/// O(N) time (radix sort). Keeps at most 16 N bytes, works in at most 24 N more.
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

/// All that a statistic of one score and one yes/no label depends on: how many rows of either kind
/// have each score. Positive is what a high score should point at: the wrong prediction, the
/// out-of-distribution row. As these are integers in the order of the scores, every function of a
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

/// The same rows under a score that puts every positive above every negative: the best there is.
[[nodiscard]] Tally oracle(const Tally& tally);
/// So many rows under one score for all. As ties count by expectation, this is random order.
[[nodiscard]] Tally random_order(std::uint64_t n_negative, std::uint64_t n_positive);

/// A statistic of a tally under the name it has in output.
struct Statistic {
  std::string_view name;
  std::function<Figure(const Tally&)> compute;
};

}  // namespace qualm
