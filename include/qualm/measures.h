// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/measures/family.h"
#include "qualm/predictions.h"

namespace qualm {

/// Total, aleatoric and epistemic uncertainty: one value per instance, or per instance and class.
struct Parts {
  std::vector<double> total, aleatoric, epistemic;
};

[[nodiscard]] const std::vector<double>& get(const Parts& parts, Part part) noexcept;

enum class LogBase { two, e, classes };
[[nodiscard]] std::string_view name(LogBase base) noexcept;  ///< "2", "e", "K"
[[nodiscard]] LogBase parse_log_base(std::string_view text);

/// A value that the exact search did not determine before it was stopped.
struct Undecided {
  std::string name, what;  ///< "credal-interval", "the aleatoric part"
  std::size_t row = 0;
  double low = 0, high = 0;  ///< bounds of the value
  std::string unit;
};

struct MeasureOptions {
  std::vector<Measure> measures = {"variance", "entropy"};
  std::vector<double> class_weights;  ///< empty: all one
  LogBase log_base = LogBase::two;
  bool normalized = false;  ///< divide by the family's maximum
  bool corrected = false;   ///< EU * M/(M-1), TU = AU + EU
  bool per_class = false;
  bool ordered = false;             ///< the classes are ordered: required by ordinal families
  std::vector<std::string> extras;  ///< for all measures ("hartley") or one ("credal.hartley")
  unsigned threads = 0;             ///< 0: all cores
  /// Called for each undecided value, from any thread; the row is then NaN. Empty: an error.
  std::function<void(const Undecided&)> undecided;
};

/// An additional value, see Extra.
struct ExtraResult {
  std::string name, unit;
  std::vector<double> values;  ///< N
};

struct FamilyResult {
  Measure measure = "variance";
  std::string unit;  ///< "variance", "bits", "nats", "normalized", ...
  Parts parts;       ///< N values each; empty for a part that the family does not have
  Parts per_class;   ///< N*K values each, row-major; empty unless requested and label-wise
  std::vector<ExtraResult> extras = {};  ///< in the order requested
};

struct Measures {
  std::size_t n_instances = 0, n_members = 0, n_classes = 0;
  std::vector<std::uint32_t> predicted;  ///< argmax of the mean, the lowest class where tied
  std::vector<double> mean;              ///< N*K with per_class, else empty
  std::vector<FamilyResult> families;    ///< in the order requested
  std::size_t renormalized_rows = 0;
};

/// Computes the measures of every instance in one pass over the data. The same bits for any number
/// of threads, any instruction set and any split of the instances into calls. EU >= 0; EU = 0
/// exactly when all members are equal (for zero-one: if they are; tv-ball is about the mean alone);
/// TU = AU + EU to rounding for additive families. Relative error of every value above 1e-300 (of
/// float16 and float32 probabilities: above 1e-34): at most 1e-5 for float16 and float32 input,
/// 1e-9 for float64, also for logits of confident members. EU of float64 logits that differ by less
/// than 1e-5 between members can lose digits; for that and Dirichlet input see docs/measures.md.
/// Throws data for the first invalid number, usage if the options do not fit the predictions.
[[nodiscard]] Measures measure(const Predictions& predictions, const MeasureOptions& options = {});

/// The same, reusing the memory of `result`: for predictions that arrive in batches. After an error
/// the content of `result` is unspecified.
void measure(const Predictions& predictions, const MeasureOptions& options, Measures& result);

/// Throws usage unless the options fit K classes and the kind of predictions.
void check_options(const MeasureOptions& options, const Predictions& predictions);

/// "bits", "nats", "log K", "normalized" or the family's own unit.
[[nodiscard]] std::string unit_of(const Measure& measure, const MeasureOptions& options);
[[nodiscard]] std::string unit_of(const Extra& extra, const MeasureOptions& options);

/// The greatest class weight allowed; sums of greater weights could overflow.
inline constexpr double largest_class_weight = 1e100;

/// The point of the simplex where sum_k w_k theta_k (1 - theta_k) is greatest, for any w >= 0 that
/// is not all zero: beta_k = (1 - mu / w_k)_+ / 2, mu such that the entries sum to one. Lemma 3.1
/// of the paper with its formula corrected where that leaves the simplex.
[[nodiscard]] std::vector<double> variance_maximizer(std::span<const double> class_weights);

}  // namespace qualm
