// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qualm {

enum class Part { total, aleatoric, epistemic };
inline constexpr Part all_parts[] = {Part::total, Part::aleatoric, Part::epistemic};
[[nodiscard]] std::string_view name(Part part) noexcept;

/// Total, aleatoric and epistemic uncertainty of one prediction.
struct PartValues {
  double total = 0, aleatoric = 0, epistemic = 0;
};
[[nodiscard]] double get(const PartValues& values, Part part) noexcept;

/// A point of the simplex, or another vector with one number per class.
using Point = std::span<const double>;

/// The arguments in the name of a measure, in the order of Family::parameters.
using Arguments = std::span<const double>;

/// The members' predictions for one instance.
struct Members {
  std::size_t n_members = 0, n_classes = 0;
  const double* points = nullptr;  ///< M*K, member after member
  /// M*K: point - mean, computed from differences of members, without the rounding of the mean;
  /// exactly 0 for equal members.
  const double* differences = nullptr;
  /// M*K: 1 - point, accurate also if the point is nearly one (for logits, from the other classes).
  const double* rests = nullptr;
  std::span<const double> weights;  ///< M, sum one
  Point mean, mean_rest;            ///< K each

  [[nodiscard]] Point point(std::size_t m) const { return {points + m * n_classes, n_classes}; }
  [[nodiscard]] Point rest(std::size_t m) const { return {rests + m * n_classes, n_classes}; }
  [[nodiscard]] Point difference(std::size_t m) const {
    return {differences + m * n_classes, n_classes};
  }
};

/// A number in the name of a measure: the q of tsallis:q.
struct Parameter {
  std::string name;     ///< "q"
  std::string meaning;  ///< "an order"
  double low = 0, high = 0;
  double except = std::numeric_limits<double>::quiet_NaN();  ///< excluded value
  std::string reason = {};                                   ///< why not
  std::vector<double> examples;                              ///< for help and for tests
};

/// Promised relative errors of a family.
struct Accuracy {
  double of_float, of_double;  ///< members in float16 or float32; in float64
  double of_dirichlet;         ///< concentrations from 1e-8 to 1e8
};

namespace detail {
class VoteCount;
struct VotesOfClass;
}  // namespace detail

/// Relation of the parts of a family.
enum class Relation {
  additive,  ///< TU = AU + EU
  bounds,    ///< TU is the greatest and AU the least value on a set, EU the difference
  none       ///< independent
};

/// An additional value of a family, such as hartley of credal. Computed only if requested.
struct Extra {
  std::string name, summary, unit;
  bool logarithmic = false;      ///< as Family::logarithmic; if false, see `unit`
  bool unbounded = false;        ///< as Family::unbounded
  std::size_t most_classes = 0;  ///< maximum number of classes; 0: no limit
  std::function<double(const Members&, Arguments)> of_members;
  std::function<double(Point alpha, Arguments)> of_dirichlet = {};  ///< empty: no Dirichlet input
};

/// A family of measures: its definition and properties. With a generalised entropy G and its
/// divergence D, TU = G(mean), AU = E G(Theta), EU = E D(mean, Theta); of_members can define any
/// other measure. Logarithmic families use nats here. Functions are called from several threads at
/// once.
struct Family {
  std::string name;       ///< as on the command line: "label-entropy"
  std::string summary;    ///< one line
  std::string unit;       ///< of the raw value, if not logarithmic
  std::string loss = {};  ///< name of the scoring rule, an alias: "log", "brier"
  std::vector<Parameter> parameters = {};
  Relation relation = Relation::additive;
  std::vector<Part> parts = {std::begin(all_parts), std::end(all_parts)};  ///< those that it has
  std::vector<Extra> extras = {};
  bool ordered = false;      ///< requires ordered classes
  bool label_wise = false;   ///< has per-class values; class weights apply
  bool logarithmic = false;  ///< has a log base
  bool correctable = false;  ///< EU of M members is low by (M-1)/M on average, see docs/measures.md
  bool unbounded = false;    ///< TU and EU may be infinite, if a member gives probability 0
  bool zero_only_if_equal = false;  ///< EU = 0 implies that all members are equal
  Accuracy promised;

  /// `rest` is 1 - theta, for accuracy if theta is nearly one.
  std::function<double(Point theta, Point rest, Arguments)> entropy = {};
  /// `difference` is theta - mean, for accuracy if they are close. Empty: EU = TU - AU.
  std::function<double(Point mean, Point theta, Point difference, Arguments)> divergence = {};
  /// Empty: by entropy and divergence. With those alone, an additive family is a proper scoring
  /// rule and gets the extras "reverse" and "pairwise", see docs/measures.md.
  std::function<PartValues(const Members&, Arguments)> of_members = {};
  /// For Theta ~ Dirichlet(alpha). `class_weights`: K or empty. `per_class`: K places or empty,
  /// filled by label-wise families, without weights. Empty: no Dirichlet input.
  std::function<PartValues(Point alpha, Point class_weights, std::span<PartValues> per_class,
                           Arguments)>
      of_dirichlet = {};
  /// E D(Theta, mean) for Theta ~ Dirichlet(alpha). Empty: those two extras do not support
  /// Dirichlet input.
  std::function<double(Point alpha, Arguments)> reverse_of_dirichlet = {};
  /// TU = EU for hard labels (votes), in total or for one class. Empty: as for other members.
  std::function<double(detail::VoteCount&, const detail::VotesOfClass* of_class)> of_votes = {};
  /// Greatest TU, in bits where logarithmic; `class_weights` as above. Empty: G at the centre.
  std::function<double(std::size_t n_classes, Point class_weights, Arguments)> maximum = {};
  /// The kernel; none: uses the functions above, member by member.
  std::optional<std::size_t> kernel = std::nullopt;
  /// The kernel for Dirichlet distributions; none: uses of_dirichlet, row by row.
  std::optional<std::size_t> dirichlet_kernel = std::nullopt;

  [[nodiscard]] bool has(Part part) const noexcept;
  /// Null if there is none of that name.
  [[nodiscard]] const Extra* extra(std::string_view name) const noexcept;
};

/// All built-in families.
[[nodiscard]] std::span<const Family> families();

/// A family with its arguments, such as "tsallis:1.5".
class Measure {
 public:
  /// "variance", "tsallis:1.5". Throws usage, with the nearest name, if there is no such family, or
  /// unless the arguments are what its parameters allow.
  Measure(std::string_view text);  // NOLINT(google-explicit-constructor): a name says it all
  Measure(const char* text) : Measure(std::string_view(text)) {}         // NOLINT
  Measure(const std::string& text) : Measure(std::string_view(text)) {}  // NOLINT
  /// A custom family. Throws usage unless it has a name and either entropy or of_members.
  explicit Measure(Family rule);

  [[nodiscard]] const Family& family() const noexcept { return *family_; }
  [[nodiscard]] Arguments arguments() const noexcept { return arguments_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] bool is_ours() const noexcept;
  /// The extra with that name: "reverse", or "entropy.reverse". Null if there is none.
  [[nodiscard]] const Extra* extra(std::string_view called) const noexcept;
  friend bool operator==(const Measure& a, const Measure& b) { return a.name_ == b.name_; }

 private:
  std::shared_ptr<const Family> family_;
  std::vector<double> arguments_;
  std::string name_;
};

/// All built-in families; those with parameters once per example. For tests and tables.
[[nodiscard]] std::vector<Measure> all_measures();

/// The list of families for help texts: "variance, entropy, ..., tsallis:q".
[[nodiscard]] std::string measure_names();

}  // namespace qualm
