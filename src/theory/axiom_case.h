// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "qualm/random.h"
#include "qualm/theory/axioms.h"

namespace qualm::theory {

/// What an axiom is tried on. Which fields matter is up to the axiom.
struct Case {
  Atoms atoms;
  std::vector<double> class_weights;
  std::vector<double> move;    ///< A3: what one atom is split by; shifts: what all move by
  std::size_t atom = 0;        ///< A3: which one is split
  double towards = 0;          ///< shifts to a centre: how much of the way, in (0, 1)
  std::vector<bool> in_first;  ///< A7: the partition of the classes
  bool keeps_classes = false;  ///< the class weights are somebody's own
};

/// How large and how fine drawn cases are: everything is a multiple of 1 / grid.
struct CaseSize {
  std::size_t n_classes, most_atoms;
  unsigned grid;
};
/// All sizes in turn.
[[nodiscard]] CaseSize size_of_try(std::uint64_t index) noexcept;

/// What must hold between two values.
enum class Relation {
  equal,
  at_least,
  greater,         ///< equality is a violation
  greater_or_weak  ///< equality makes the axiom weak
};

/// Both sides of the claim for every part at once.
struct Comparison {
  Relation relation = Relation::at_least;
  PartValues left, right;
  std::optional<Atoms> after;
  std::string_view left_name, right_name;  ///< with "U" for the part: "U(Q')"
};

/// One axiom as a program.
struct Program {
  AxiomInfo info;
  /// Fills in what the axiom needs besides atoms and class weights. False: nothing to say here.
  bool (*complete)(Random& random, const CaseSize& size, Case& drawn);
  /// Nothing if the case is not one of the axiom, such as a shift that leaves the simplex.
  std::optional<Comparison> (*compare)(const UncertaintyMeasure& measure, const Case& of);
  /// What shifts go to; none for an axiom of other moves.
  std::vector<double> (*centre)(const std::vector<double>& class_weights) = nullptr;
};
[[nodiscard]] std::span<const Program> programs() noexcept;

/// Atoms whose entries are multiples of 1 / grid, and class weights.
[[nodiscard]] Case draw_case(Random& random, const CaseSize& size, ClassWeights weights);

/// Some of the classes that have these weights, in their order: as many as `size` says, half the
/// time the heaviest ones; or all, where that would be the most that a size has.
[[nodiscard]] std::vector<std::size_t> draw_face(Random& random, const CaseSize& size,
                                                 const std::vector<double>& class_weights);
/// What was drawn for the classes of a face, told of all classes; the others have no probability.
void put_on_face(const std::vector<std::size_t>& face, const std::vector<double>& class_weights,
                 Case& drawn);
/// In half of the cases near the centre of the shifts: the classes outside of the face have what it
/// has of them, or all atoms are on the way to it.
void put_around(Random& random, const std::vector<double>& centre,
                const std::vector<std::size_t>& face, Case& drawn);

}  // namespace qualm::theory
