// SPDX-License-Identifier: Apache-2.0
#include "theory/judge.h"

#include <algorithm>
#include <cmath>

#include "theory/proofs.h"

namespace qualm::theory {
namespace {

double greatest_at(const Atoms& atoms, std::size_t k) {
  double greatest = 0;
  for (const std::vector<double>& point : atoms.points) greatest = std::max(greatest, point[k]);
  return greatest;
}

// How large the terms are that the values are sums of: what rounding is relative to. A class
// without probability has no term, whatever its weight. What weights do to a measure that is not
// built in is not known.
double size_of_terms(const UncertaintyMeasure& measure, const Case& of,
                     const Comparison& compared) {
  if (!measure.is_family || !measure.uses_class_weights) return 1;
  double size = 0;
  for (std::size_t k = 0; k < of.class_weights.size(); ++k) {
    double probability = greatest_at(of.atoms, k);
    if (compared.after) probability = std::max(probability, greatest_at(*compared.after, k));
    size += of.class_weights[k] * probability;
  }
  return size;
}

double margin_of(bool must_be_equal, double left, double right) {
  const double difference = left == right ? 0 : left - right;  // both may be infinite
  return must_be_equal ? -std::fabs(difference) : difference;
}

// A short step changes a smooth measure by its square, which rounding hides: that tells nothing.
constexpr double least_telling_step = 1e-3;

double step_between(const Atoms& before, const Atoms& after) {
  double step = 0;
  for (std::size_t i = 0; i < before.points.size(); ++i) {
    for (std::size_t k = 0; k < before.n_classes(); ++k) {
      step = std::max(step, std::fabs(after.points[i][k] - before.points[i][k]));
    }
  }
  return step;
}

}  // namespace

double margin_of(const Instance& instance) {
  return margin_of(instance.relation == "=", instance.left, instance.right);
}

Judgement Judge::judge(const Case& of, const Comparison& compared, Part part) const {
  const double left = get(compared.left, part), right = get(compared.right, part);
  const double margin = margin_of(compared.relation == Relation::equal, left, right);
  if (std::isnan(margin)) return {Verdict::violated, margin};
  double size = size_of_terms(measure_, of, compared);
  if (std::isfinite(left) && std::isfinite(right)) {
    size = std::max({size, std::fabs(left), std::fabs(right)});
  }
  const double near = measure_.accuracy * size;
  if (margin < -near) return {Verdict::violated, margin};
  const bool must_differ =
      compared.relation == Relation::greater || compared.relation == Relation::greater_or_weak;
  if (!must_differ || margin > near) return {Verdict::holds, margin};
  if (measure_.is_family && is_proven_strict(measure_.name, program_.info.id, options_, part)) {
    return {Verdict::holds, margin};
  }
  if (compared.after && step_between(of.atoms, *compared.after) < least_telling_step) {
    return {Verdict::holds, margin};
  }
  return {compared.relation == Relation::greater ? Verdict::violated : Verdict::weak, margin};
}

}  // namespace qualm::theory
