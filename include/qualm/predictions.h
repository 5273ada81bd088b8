// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/array.h"

namespace qualm {

/// Kind of input.
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

/// The origin of a block of predictions, for errors that name file, row, member and class.
struct Origin {
  std::string file;                       ///< empty: an array in memory
  std::vector<std::string> member_files;  ///< one per member, if members are separate files
  std::size_t first_row = 0;              ///< row number of the first instance in the data set
  std::vector<std::string> columns;       ///< names of the class columns of a table; else empty
  bool classes_were_chosen = false;       ///< --class-names selects some of the classes
};

/// Limit of the number of classes that is given by a number alone.
inline constexpr std::size_t most_classes = std::size_t{1} << 24;

struct PredictionOptions {
  Input input = Input::probs;
  std::vector<double> member_weights;     ///< empty: equal. Normalised to sum to 1
  std::size_t n_classes = 0;              ///< votes only: 0 means highest label + 1, at most 65536
  bool renormalize = false;               ///< rescale rows that do not sum to 1, and count them
  double row_sum_tolerance = 0;           ///< 0: by the type of the array, see row_sum_tolerance()
  std::vector<double> member_tolerances;  ///< used instead, if each member has its own
  Origin origin;
};

/// A second-order distribution for each of N instances, that is, a distribution of the class
/// probabilities Theta: a weighted sample of M members, or Dirichlet(alpha). A non-owning view: the
/// array must outlive it. Shapes and weights are checked here; values are checked in the pass that
/// measures them.
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
  /// Tolerance of the row sums of this member. Rows outside it are an error, or rescaled with the
  /// option renormalize.
  [[nodiscard]] double tolerance_of(std::size_t member) const noexcept;

 private:
  ArrayView array_;
  PredictionOptions options_;
  std::vector<double> weights_;
  std::size_t n_members_ = 0;
  std::size_t n_classes_ = 0;
};

/// Tolerance of the sum of K probabilities: the rounding of each entry to `dtype` and of a softmax
/// in that precision.
[[nodiscard]] double row_sum_tolerance(DType dtype, std::size_t n_classes) noexcept;
/// The same for numbers that were rounded to bfloat16.
[[nodiscard]] double bfloat16_row_sum_tolerance(std::size_t n_classes) noexcept;
/// The same for numbers printed with `decimals` decimals.
[[nodiscard]] double printed_row_sum_tolerance(int decimals, std::size_t n_classes) noexcept;

/// Throws data naming the first offending row, member and class if the instances from `first` up to
/// `last` have invalid values for their kind of input: NaN, infinity, a negative number, a row that
/// does not sum to one, alpha <= 0, a label out of range. Called when a kernel has found that
/// something is wrong, to find the place.
void check_rows(const Predictions& predictions, std::size_t first, std::size_t last);

/// Returns the K probabilities of one member for one instance; with `renormalize`, rescaled if
/// their sum is outside the tolerance. Requires rows that check_rows accepts, and not a Dirichlet.
/// Throws data if the row holds no probabilities or votes: another thread has changed it since.
[[nodiscard]] std::vector<double> member_probabilities(const Predictions& predictions,
                                                       std::size_t instance, std::size_t member);
/// The same into memory of the caller. Returns true if the row was rescaled.
bool member_probabilities(const Predictions& predictions, std::size_t instance, std::size_t member,
                          std::span<double> p);

/// Parses "nmk", "mnk", "nk", ... and returns the permutation of the axes to the order n, m, k.
/// Throws usage unless `axes` names each of `expected` (such as "nmk") exactly once.
[[nodiscard]] std::vector<std::size_t> parse_axes(std::string_view axes, std::string_view expected);

}  // namespace qualm
