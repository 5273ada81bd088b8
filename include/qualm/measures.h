// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/predictions.h"

namespace qualm {

/// The three parts of an uncertainty, one value an instance (or one an instance and class).
struct Parts {
  std::vector<double> total, aleatoric, epistemic;
};

enum class Part { total, aleatoric, epistemic };
inline constexpr Part all_parts[] = {Part::total, Part::aleatoric, Part::epistemic};
[[nodiscard]] std::string_view name(Part part) noexcept;
[[nodiscard]] const std::vector<double>& get(const Parts& parts, Part part) noexcept;

enum class LogBase { two, e, classes };
[[nodiscard]] std::string_view name(LogBase base) noexcept;  ///< "2", "e", "K"
[[nodiscard]] LogBase parse_log_base(std::string_view text);

/// The families of measures; a row of the registry describes each. tsallis has a parameter,
/// MeasureOptions::tsallis_order, and is not among families().
enum class FamilyId { variance, entropy, label_entropy, spherical, zero_one, wasserstein, tsallis };

/// One row of the registry: all that help, output, docs and the axioms need to know of a family.
struct Family {
  FamilyId id;
  std::string_view name;     ///< as on the command line: "label-entropy"
  std::string_view summary;  ///< one line for people
  bool additive;             ///< TU = AU + EU
  bool label_wise;           ///< has per-class values; class weights apply
  bool logarithmic;          ///< has a log base
  bool correctable;          ///< EU of M members is low by (M-1)/M on average, see docs/measures.md
  bool zero_only_if_equal;   ///< EU = 0 also says that all members are equal
  /// Greatest total uncertainty for these weights (empty: all one), in bits where logarithmic. Null
  /// for tsallis, where it depends on the order.
  double (*maximum)(std::size_t n_classes, std::span<const double> class_weights);
  std::string_view unit;  ///< of the raw value where not logarithmic
};

[[nodiscard]] std::span<const Family> families() noexcept;
[[nodiscard]] const Family& family(FamilyId id) noexcept;
/// Throws usage, with the nearest name, if there is no such family.
[[nodiscard]] const Family& find_family(std::string_view name);

struct MeasureOptions {
  std::vector<FamilyId> families = {FamilyId::variance, FamilyId::entropy};
  std::vector<double> class_weights;  ///< empty: all one
  LogBase log_base = LogBase::two;
  bool normalized = false;  ///< divide by the family's maximum
  bool corrected = false;   ///< EU * M/(M-1), TU = AU + EU
  bool per_class = false;
  /// Of FamilyId::tsallis: above 0 and not 1; NaN: nobody gave one, and the family is refused.
  double tsallis_order = std::numeric_limits<double>::quiet_NaN();
  unsigned threads = 0;  ///< 0: all cores
};

struct FamilyResult {
  FamilyId id;
  std::string unit;  ///< "variance", "bits", "nats", "normalized", ...
  Parts parts;       ///< N values each
  Parts per_class;  ///< N*K values each, instance after instance; empty unless asked and label-wise
};

struct Measures {
  std::size_t n_instances = 0, n_members = 0, n_classes = 0;
  std::vector<std::uint32_t> predicted;  ///< argmax of the mean, the lowest class where tied
  std::vector<double> mean;              ///< N*K with per_class, else empty
  std::vector<FamilyResult> families;    ///< in the order asked for
  std::size_t renormalized_rows = 0;
};

/// Measures every instance in one pass over the data. The same bits for any number of threads, any
/// instruction set and any split of the instances into calls.
/// EU >= 0; EU = 0 exactly when all members are equal (for zero-one: if they are);
/// TU = AU + EU to rounding for additive families. Relative error of every value that is a normal
/// number (of float16 and float32 probabilities: above 1e-36): at most 1e-5 for float16 and float32
/// input, 1e-9 for float64, also for logits of confident members. EU of float64 logits that differ
/// by less than 1e-3 between members can lose digits; for that and Dirichlet input see
/// docs/measures.md.
/// Throws data on the first forbidden number, usage if the options do not fit the predictions.
[[nodiscard]] Measures measure(const Predictions& predictions, const MeasureOptions& options = {});

/// The same, into the memory of an earlier result where that is large enough: for predictions that
/// come in batches. After an error `result` holds nothing of use.
void measure(const Predictions& predictions, const MeasureOptions& options, Measures& result);

/// Throws usage unless the options fit K classes and the kind of predictions.
void check_options(const MeasureOptions& options, const Predictions& predictions);

/// Throws usage unless it is finite, above 0 and not 1.
void check_tsallis_order(double order);

/// "bits", "nats", "log K", "normalized" or the family's own unit.
[[nodiscard]] std::string unit_of(const Family& family, const MeasureOptions& options);

/// The matrix form of the variance measure for one instance: total = aleatoric + epistemic, where
/// total = diag(mean) - mean mean^T, epistemic = Cov(Theta). Row-major K*K each; the diagonals are
/// the per-class values of `variance`.
struct Covariance {
  std::size_t n_classes = 0;
  std::vector<double> total, aleatoric, epistemic;
};
[[nodiscard]] Covariance covariance(const Predictions& predictions, std::size_t instance);

/// Sums of greater ones could become infinite.
inline constexpr double largest_class_weight = 1e100;

/// The point of the simplex where sum_k w_k theta_k (1 - theta_k) is greatest, for any w >= 0 that
/// is not all zero: beta_k = (1 - mu / w_k)_+ / 2, mu such that the entries sum to one. Lemma 3.1
/// of the paper with its formula corrected where that leaves the simplex.
[[nodiscard]] std::vector<double> variance_maximizer(std::span<const double> class_weights);

}  // namespace qualm
