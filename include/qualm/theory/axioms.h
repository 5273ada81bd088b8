// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/progress.h"
#include "qualm/theory/atoms.h"

namespace qualm {

/// An axiom: a property that a measure of uncertainty should have.
struct AxiomInfo {
  std::string_view id;          ///< "A0" ... "A7"; "C3.1" is Corollary 3.1 of the paper
  std::string_view title;       ///< a few words
  std::string_view statement;   ///< one sentence
  std::span<const Part> parts;  ///< the parts it is about
};
[[nodiscard]] std::span<const AxiomInfo> axioms() noexcept;
/// Throws usage, with the nearest id, if there is no such axiom.
[[nodiscard]] const AxiomInfo& find_axiom(std::string_view id);

enum class Verdict {
  holds,  ///< in its strict version, where it has one
  weak,   ///< only as >=, not as >
  violated,
};
[[nodiscard]] std::string_view name(Verdict verdict) noexcept;

/// A case for an axiom: it requires "left `relation` right" for a part.
struct Instance {
  Part part = Part::total;
  Atoms before;
  std::optional<Atoms> after;             ///< of a spread or shift
  std::vector<double> class_weights;      ///< K of `before`
  std::vector<std::size_t> first_labels;  ///< A7: the classes of one side of the partition
  std::string_view relation;              ///< ">=", ">", "="
  std::string left_name, right_name;      ///< "EU(Q')", "EU(Q)"
  double left = 0, right = 0;
};

struct PartVerdict {
  Part part = Part::total;
  Verdict verdict = Verdict::holds;
  /// Of left - right, or -|left - right| if they must be equal, over all cases and the
  /// counterexample. Infinite if a value is, or if there was no case.
  double smallest_margin = 0;
  std::optional<Instance> counterexample = {};  ///< to the axiom, or to its strict version
};

/// Result for one measure and one axiom.
struct AxiomResult {
  std::string_view axiom;
  Verdict verdict = Verdict::holds;  ///< the worst of the parts
  std::string proof;                 ///< one sentence; empty: by search alone
  std::uint64_t n_tried = 0;
  std::vector<PartVerdict> parts;  ///< empty: the measure has no part that the axiom is about
  std::optional<Instance> counterexample;  ///< that of the first part with the worst verdict
};

/// Class weights w_k. Measures without class weights use `equal` only.
enum class ClassWeights { equal, unequal };

struct AxiomOptions {
  std::uint64_t n_cases = 6000;
  std::uint64_t seed = 0;
  ClassWeights class_weights = ClassWeights::equal;
  /// The weights of `unequal`, one per class; empty: drawn for each case.
  std::vector<double> own_weights = {};
  unsigned threads = 0;  ///< 0: all cores; the result does not depend on it
};

/// Searches random cases for a counterexample and simplifies the simplest one found. What counts as
/// equal: UncertaintyMeasure::accuracy. Values that are equal by that do not contradict a proof.
/// The verdicts on a built-in family do not depend on a common factor of the class weights. Throws
/// usage if own weights are fewer than two, not numbers from 0 to largest_class_weight, or all
/// zero.
[[nodiscard]] AxiomResult check_axiom(const UncertaintyMeasure& measure, std::string_view axiom,
                                      const AxiomOptions& options = {},
                                      const Progress& progress = {});

/// A measure and several axioms.
struct AxiomReport {
  std::string measure;
  std::vector<AxiomResult> equal;        ///< all class weights one
  std::vector<AxiomResult> unequal;      ///< empty if the measure has no class weights
  std::vector<double> own_weights = {};  ///< those of `unequal`; empty: drawn from case to case
};
/// No IDs: all axioms. options.class_weights is ignored.
[[nodiscard]] AxiomReport check_axioms(const UncertaintyMeasure& measure,
                                       std::span<const std::string> ids = {},
                                       const AxiomOptions& options = {},
                                       const Progress& progress = {});

}  // namespace qualm
