// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "theory/axiom_case.h"

namespace qualm::theory {

/// What a comparison says about one part.
struct Judgement {
  Verdict verdict;
  double margin;
};

/// left - right, or -|left - right| if both must be equal.
[[nodiscard]] double margin_of(const Instance& instance);

/// Tries an axiom on cases of a measure.
class Judge {
 public:
  Judge(const UncertaintyMeasure& measure, const Program& program, const AxiomOptions& options)
      : measure_(measure), program_(program), options_(options) {}

  [[nodiscard]] std::optional<Comparison> compare(const Case& of) const {
    return program_.compare(measure_, of);
  }
  /// Values that rounding can make of equal ones are equal. Where it is proven that they are not,
  /// or could not be seen if they were, the case says nothing: the axiom holds for it.
  [[nodiscard]] Judgement judge(const Case& of, const Comparison& compared, Part part) const;

 private:
  const UncertaintyMeasure& measure_;
  const Program& program_;
  const AxiomOptions& options_;
};

}  // namespace qualm::theory
