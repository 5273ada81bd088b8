// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "qualm/error.h"
#include "theory/axiom_case.h"
#include "theory/moves.h"

namespace qualm::theory {
namespace {

constexpr Part of_epistemic_total[] = {Part::epistemic, Part::total};
constexpr Part of_aleatoric_total[] = {Part::aleatoric, Part::total};
constexpr Part of_epistemic[] = {Part::epistemic};
constexpr Part of_aleatoric[] = {Part::aleatoric};

bool nothing_more(Random& /*random*/, const CaseSize& /*size*/, Case& /*drawn*/) {
  return true;
}

PartValues value(const UncertaintyMeasure& measure, const Case& of) {
  return measure.of_atoms(of.atoms, of.class_weights);
}

// What a move has made of the case with what it was; nothing if it cannot be moved that way.
std::optional<Comparison> compared(Relation relation, const UncertaintyMeasure& measure,
                                   const std::optional<Atoms>& after, const Case& of) {
  if (!after) return std::nullopt;
  return Comparison{
      relation, measure.of_atoms(*after, of.class_weights), value(measure, of), after, "U(Q')",
      "U(Q)"};
}

// A0
std::optional<Comparison> is_not_negative(const UncertaintyMeasure& measure, const Case& of) {
  return Comparison{Relation::at_least, value(measure, of), {}, {}, "U(Q)", "0"};
}

// A1
std::optional<Comparison> is_zero_for_a_dirac_only(const UncertaintyMeasure& measure,
                                                   const Case& of) {
  const bool is_dirac = std::all_of(of.atoms.points.begin(), of.atoms.points.end(),
                                    [&](const auto& point) { return point == of.atoms.points[0]; });
  return Comparison{
      is_dirac ? Relation::equal : Relation::greater, value(measure, of), {}, {}, "U(Q)", "0"};
}

// A2
std::optional<Comparison> is_greatest_for_the_uniform(const UncertaintyMeasure& measure,
                                                      const Case& of) {
  return Comparison{Relation::at_least, value_of_uniform(measure, of.class_weights),
                    value(measure, of), {},
                    "U(uniform)",       "U(Q)"};
}

// A3
bool draw_spread(Random& random, const CaseSize& size, Case& drawn) {
  drawn.atom = static_cast<std::size_t>(random.below(drawn.atoms.points.size()));
  drawn.move = draw_move(random, size);
  return true;
}

std::optional<Comparison> grows_with_spread(const UncertaintyMeasure& measure, const Case& of) {
  const std::optional<Atoms> after = spread(of.atoms, of.atom, of.move);
  return compared(Relation::greater_or_weak, measure, after, of);
}

// A4, C3.1
bool draw_way(Random& random, const CaseSize& /*size*/, Case& drawn) {
  drawn.towards = static_cast<double>(1 + random.below(9)) / 10;
  return true;
}

std::optional<Comparison> grows_towards(const UncertaintyMeasure& measure, const Case& of,
                                        const std::vector<double>& centre) {
  const std::optional<Atoms> after = shifted(of.atoms, way_to(centre, of.atoms.mean(), of.towards));
  return compared(Relation::greater_or_weak, measure, after, of);
}

std::vector<double> middle(const std::vector<double>& class_weights) {
  return std::vector<double>(class_weights.size(), 1 / static_cast<double>(class_weights.size()));
}

std::vector<double> maximizer(const std::vector<double>& class_weights) {
  return variance_maximizer(class_weights);
}

std::optional<Comparison> grows_towards_the_middle(const UncertaintyMeasure& measure,
                                                   const Case& of) {
  return grows_towards(measure, of, middle(of.class_weights));
}

std::optional<Comparison> grows_towards_the_maximizer(const UncertaintyMeasure& measure,
                                                      const Case& of) {
  return grows_towards(measure, of, maximizer(of.class_weights));
}

// A5
bool draw_shift(Random& random, const CaseSize& size, Case& drawn) {
  drawn.move = draw_move(random, size);
  return true;
}

std::optional<Comparison> does_not_change_by_a_shift(const UncertaintyMeasure& measure,
                                                     const Case& of) {
  const std::optional<Atoms> after = shifted(of.atoms, of.move);
  return compared(Relation::equal, measure, after, of);
}

// A6
bool draw_corners(Random& random, const CaseSize& /*size*/, Case& drawn) {
  for (std::vector<double>& point : drawn.atoms.points) {
    std::fill(point.begin(), point.end(), 0.0);
    point[random.below(point.size())] = 1;
  }
  return true;
}

std::optional<Comparison> is_zero_at_corners(const UncertaintyMeasure& measure, const Case& of) {
  for (const std::vector<double>& point : of.atoms.points) {
    if (std::find(point.begin(), point.end(), 1.0) == point.end()) return std::nullopt;
  }
  return Comparison{Relation::equal, value(measure, of), {}, {}, "U(Q)", "0"};
}

// A7
bool draw_partition(Random& random, const CaseSize& size, Case& drawn) {
  drawn.in_first.resize(size.n_classes);
  for (std::size_t k = 0; k < size.n_classes; ++k) drawn.in_first[k] = random.below(2) == 0;
  return true;
}

std::optional<Comparison> is_at_most_the_sum_of_its_parts(const UncertaintyMeasure& measure,
                                                          const Case& of) {
  const auto n_first = std::count(of.in_first.begin(), of.in_first.end(), true);
  if (n_first == 0 || n_first == static_cast<std::ptrdiff_t>(of.in_first.size())) {
    return std::nullopt;
  }
  PartValues sum;
  for (const bool side : {true, false}) {
    const Marginal marginal = marginal_of(of.atoms, of.class_weights, of.in_first, side);
    const bool has_weight =
        std::any_of(marginal.class_weights.begin(), marginal.class_weights.end(),
                    [](double weight) { return weight > 0; });
    if (measure.uses_class_weights && !has_weight) continue;  // such labels have no uncertainty
    const PartValues values = measure.of_atoms(marginal.atoms, marginal.class_weights);
    sum.total += values.total;
    sum.aleatoric += values.aleatoric;
    sum.epistemic += values.epistemic;
  }
  return Comparison{Relation::at_least, sum, value(measure, of), {}, "U(Q|1) + U(Q|2)", "U(Q)"};
}

const Program all_programs[] = {
    {{"A0", "not negative", "TU, AU and EU are at least 0.", all_parts},
     nothing_more,
     is_not_negative},
    {{"A1", "zero only for a Dirac", "EU(Q) = 0 exactly if Q is a Dirac measure.", of_epistemic},
     nothing_more,
     is_zero_for_a_dirac_only},
    {{"A2", "greatest for the uniform",
      "EU and TU are greatest for the uniform distribution on the simplex.", of_epistemic_total},
     nothing_more,
     is_greatest_for_the_uniform},
    {{"A3", "grows with spread",
      "A mean-preserving spread of Q does not lower EU and TU (weak), or raises them (strict).",
      of_epistemic_total},
     draw_spread,
     grows_with_spread},
    {{"A4", "grows towards the centre",
      "A spread-preserving shift towards (1/K, ..., 1/K) does not lower AU and TU (weak), or "
      "raises "
      "them (strict).",
      of_aleatoric_total},
     draw_way,
     grows_towards_the_middle,
     middle},
    {{"A5", "invariant to location", "A spread-preserving shift of Q does not change EU.",
      of_epistemic},
     draw_shift,
     does_not_change_by_a_shift},
    {{"A6", "zero at corners", "AU = 0 for every mixture of Diracs at the corners.", of_aleatoric},
     draw_corners,
     is_zero_at_corners},
    {{"A7", "at most the sum of its parts",
      "TU, AU and EU are at most the sum of those of the two marginals of a partition of the "
      "classes.",
      all_parts},
     draw_partition,
     is_at_most_the_sum_of_its_parts},
    {{"C3.1", "grows towards beta",
      "A spread-preserving shift towards the maximiser of sum w_k t_k (1 - t_k) raises AU and TU.",
      of_aleatoric_total},
     draw_way,
     grows_towards_the_maximizer,
     maximizer},
};

}  // namespace

std::span<const Program> programs() noexcept {
  return all_programs;
}

}  // namespace qualm::theory
