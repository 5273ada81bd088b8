// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/array.h"

namespace qualm {

/// What the numbers of a prediction file are.
enum class Input {
  probs,      ///< (N,M,K) or (N,K): probabilities, rows sum to one
  logits,     ///< (N,M,K) or (N,K): scores before softmax
  dirichlet,  ///< (N,K): concentrations alpha > 0
  counts,     ///< (N,K): evidence >= 0, alpha = counts + 1
  votes,      ///< (N,M): each member's hard label, 0-based
};

[[nodiscard]] std::string_view name(Input input) noexcept;
/// Throws usage, with the nearest name, if there is no such input.
[[nodiscard]] Input parse_input(std::string_view text);

/// Where a block of predictions comes from, so that an error can name file, row, member and class.
struct Origin {
  std::string file;                       ///< empty: an array in memory
  std::vector<std::string> member_files;  ///< one per member that is a file of its own
  std::size_t first_row = 0;              ///< row number of the first instance in the whole data
  std::vector<std::string> columns;  ///< the classes, if they are columns of a table; else empty
  bool classes_were_chosen = false;  ///< --class-names left some of the classes out
};

/// How many classes there can be at most where nothing but a number says so.
inline constexpr std::size_t most_classes = std::size_t{1} << 24;

struct PredictionOptions {
  Input input = Input::probs;
  std::vector<double> member_weights;     ///< empty: equal. Normalised to sum one
  std::size_t n_classes = 0;              ///< votes only: 0 means highest label + 1, at most 65536
  bool renormalize = false;               ///< rescale rows that do not sum to one, and count them
  double row_sum_tolerance = 0;           ///< 0: by the type of the array, see row_sum_tolerance()
  std::vector<double> member_tolerances;  ///< used instead where each member has its own
  Origin origin;
};

/// A second-order distribution for each of N instances: what is known about the class probabilities
/// Theta. Either a weighted sample of M members, or Dirichlet(alpha). Owns no numbers: the array
/// must outlive it. Shapes and weights are checked here; the numbers themselves where they are
/// read, in the same pass that measures them.
class Predictions {
 public:
  /// Axes in the order n, m, k (n, k: one member or a Dirichlet; n, m: votes).
  /// Throws data if the shape or the weights do not fit.
  Predictions(ArrayView array, PredictionOptions options);

  [[nodiscard]] std::size_t n_instances() const noexcept { return array_.shape[0]; }
  /// 0 for a Dirichlet.
  [[nodiscard]] std::size_t n_members() const noexcept { return n_members_; }
  [[nodiscard]] std::size_t n_classes() const noexcept { return n_classes_; }
  [[nodiscard]] bool is_dirichlet() const noexcept;

  /// The array as (n, m, k), a missing axis having length 1; (n, m, 1) for votes.
  [[nodiscard]] const ArrayView& array() const noexcept { return array_; }
  [[nodiscard]] const PredictionOptions& options() const noexcept { return options_; }
  /// M weights that sum to one; empty for a Dirichlet.
  [[nodiscard]] const std::vector<double>& member_weights() const noexcept { return weights_; }
  [[nodiscard]] bool has_equal_weights() const noexcept { return options_.member_weights.empty(); }
  /// How far from one a row of this member may sum. Rows that are further off are refused, or
  /// rescaled if the options say so.
  [[nodiscard]] double tolerance_of(std::size_t member) const noexcept;

 private:
  ArrayView array_;
  PredictionOptions options_;
  std::vector<double> weights_;
  std::size_t n_members_ = 0;
  std::size_t n_classes_ = 0;
};

/// How far from one a row of K probabilities may sum: what rounding each entry to `dtype` can do,
/// and what a softmax in that precision leaves behind.
[[nodiscard]] double row_sum_tolerance(DType dtype, std::size_t n_classes) noexcept;
/// The same for numbers that were rounded to bfloat16.
[[nodiscard]] double bfloat16_row_sum_tolerance(std::size_t n_classes) noexcept;
/// The same for numbers printed with `decimals` digits behind the point.
[[nodiscard]] double printed_row_sum_tolerance(int decimals, std::size_t n_classes) noexcept;

/// Throws data naming the first offending row, member and class if the instances from `first` up to
/// `last` hold what their kind of input forbids: NaN, infinity, a negative number, a row that does
/// not sum to one, alpha <= 0, a label out of range. The slow and talkative twin of the checks in
/// the kernels: called when those have seen that something is wrong.
void check_rows(const Predictions& predictions, std::size_t first, std::size_t last);

/// The K probabilities of one member for one instance, by the definition of its kind of input; with
/// `renormalize`, rescaled if their sum is beyond the tolerance. Needs rows that check_rows
/// accepts, and no Dirichlet.
[[nodiscard]] std::vector<double> member_probabilities(const Predictions& predictions,
                                                       std::size_t instance, std::size_t member);
/// The same into memory of the caller's. Says if they were made to sum to one.
bool member_probabilities(const Predictions& predictions, std::size_t instance, std::size_t member,
                          std::span<double> p);

/// Reads "nmk", "mnk", "nk", ... into the permutation that brings the axes into the order n, m, k.
/// Throws usage unless `axes` names each of `expected` (such as "nmk") exactly once.
[[nodiscard]] std::vector<std::size_t> parse_axes(std::string_view axes, std::string_view expected);

}  // namespace qualm
