// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

#include "error/choose.h"
#include "parallel/parallel.h"
#include "qualm/error.h"
#include "theory/axiom_case.h"
#include "theory/judge.h"
#include "theory/moves.h"
#include "theory/proofs.h"
#include "theory/shrink.h"

namespace qualm {
namespace theory {
namespace {

const Program& find_program(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const Program& program : programs()) ids.push_back(program.info.id);
  return programs()[choose("axiom", id, ids)];
}

// Which try: one of few classes and atoms on a coarse grid comes before others.
struct Place {
  std::size_t n_classes, n_atoms;
  unsigned grid;
  std::uint64_t index;

  explicit Place(std::uint64_t try_index)
      : n_classes(size_of_try(try_index).n_classes),
        n_atoms(size_of_try(try_index).most_atoms),
        grid(size_of_try(try_index).grid),
        index(try_index) {}
  friend auto operator<=>(const Place&,
                          const Place&) = default;  // NOLINT(modernize-use-nullptr): it sees a 0
};

// What the tries of one piece found about one part.
struct Findings {
  double smallest_margin = std::numeric_limits<double>::infinity();
  std::optional<Place> violated_at, weak_at;  // the plainest try

  void add(const Judgement& judgement, const Place& place) {
    smallest_margin = std::min(smallest_margin, judgement.margin);
    std::optional<Place>* const where = judgement.verdict == Verdict::violated ? &violated_at
                                        : judgement.verdict == Verdict::weak   ? &weak_at
                                                                               : nullptr;
    if (where != nullptr && (!*where || place < **where)) *where = place;
  }
  void merge(const Findings& other) {
    smallest_margin = std::min(smallest_margin, other.smallest_margin);
    for (auto member : {&Findings::violated_at, &Findings::weak_at}) {
      if (other.*member && (!(this->*member) || *(other.*member) < *(this->*member))) {
        this->*member = other.*member;
      }
    }
  }
  [[nodiscard]] Verdict verdict() const {
    return violated_at ? Verdict::violated : weak_at ? Verdict::weak : Verdict::holds;
  }
};

struct Tries {
  std::uint64_t n_tried = 0;
  std::vector<Findings> parts;
};

bool has_own_weights(const AxiomOptions& options) {
  return options.class_weights == ClassWeights::unequal && !options.own_weights.empty();
}

// The same case for the same number, whoever draws it.
std::optional<Case> draw_try(const Program& program, const AxiomOptions& options,
                             std::uint64_t index) {
  Random random(options.seed, index);
  CaseSize size = size_of_try(index);
  std::vector<std::size_t> face;
  if (has_own_weights(options)) {
    face = draw_face(random, size, options.own_weights);
    size.n_classes = face.size();
  }
  Case drawn = draw_case(random, size, options.class_weights);
  if (!program.complete(random, size, drawn)) return std::nullopt;
  if (!has_own_weights(options)) return drawn;
  put_on_face(face, options.own_weights, drawn);
  if (program.centre != nullptr) {
    put_around(random, program.centre(options.own_weights), face, drawn);
  }
  return drawn;
}

// A common factor of the class weights has no meaning, and no verdict may depend on it: the
// greatest becomes a number from 1 to 2. A power of two changes no digit of a value.
int exponent_of(const UncertaintyMeasure& measure, const AxiomOptions& options) {
  if (!measure.is_family || !has_own_weights(options)) return 0;
  return std::ilogb(*std::max_element(options.own_weights.begin(), options.own_weights.end()));
}

AxiomOptions with_scaled_weights(const AxiomOptions& options, int exponent) {
  AxiomOptions scaled = options;
  for (double& weight : scaled.own_weights) weight = std::ldexp(weight, -exponent);
  return scaled;
}

void scale_back(PartVerdict& verdict, const AxiomOptions& options, int exponent) {
  if (exponent == 0) return;
  verdict.smallest_margin = std::ldexp(verdict.smallest_margin, exponent);
  if (!verdict.counterexample) return;
  verdict.counterexample->class_weights = options.own_weights;
  for (double* value : {&verdict.counterexample->left, &verdict.counterexample->right}) {
    *value = std::ldexp(*value, exponent);
  }
}

// What the axiom speaks of and the measure has.
std::vector<Part> common_parts(const UncertaintyMeasure& measure, const AxiomInfo& axiom) {
  std::vector<Part> parts;
  std::copy_if(axiom.parts.begin(), axiom.parts.end(), std::back_inserter(parts), [&](Part part) {
    return std::find(measure.parts.begin(), measure.parts.end(), part) != measure.parts.end();
  });
  return parts;
}

Tries try_all(const Judge& judge, const Program& program, std::span<const Part> of_parts,
              const AxiomOptions& options, const Progress& progress) {
  constexpr std::size_t grain = 500;
  const std::size_t n_parts = of_parts.size();
  std::vector<Tries> pieces((options.n_cases + grain - 1) / grain);
  parallel_for(
      options.n_cases, grain, options.threads,
      [&](std::size_t first, std::size_t last) {
        Tries& tries = pieces[first / grain];
        tries.parts.resize(n_parts);
        for (std::size_t index = first; index < last; ++index) {
          const std::optional<Case> drawn = draw_try(program, options, index);
          if (!drawn) continue;
          const std::optional<Comparison> compared = judge.compare(*drawn);
          if (!compared) continue;
          ++tries.n_tried;
          for (std::size_t i = 0; i < n_parts; ++i) {
            tries.parts[i].add(judge.judge(*drawn, *compared, of_parts[i]), Place(index));
          }
        }
      },
      progress);
  Tries all;
  all.parts.resize(n_parts);
  for (const Tries& piece : pieces) {
    all.n_tried += piece.n_tried;
    for (std::size_t i = 0; i < n_parts; ++i) all.parts[i].merge(piece.parts[i]);
  }
  return all;
}

}  // namespace
}  // namespace theory

AxiomResult check_axiom(const UncertaintyMeasure& measure, std::string_view axiom,
                        const AxiomOptions& options, const Progress& progress) {
  if (options.n_cases == 0) throw_usage("an axiom must be tried on at least one case");
  if (!options.own_weights.empty()) {
    static_cast<void>(variance_maximizer(options.own_weights));  // refuses what makes no sense
    if (options.own_weights.size() < 2) {
      throw_usage(argument("class_weights") + ": give one for each of 2 or more classes");
    }
  }
  const theory::Program& program = theory::find_program(axiom);
  AxiomResult result;
  result.axiom = program.info.id;
  const std::vector<Part> parts = theory::common_parts(measure, program.info);
  if (parts.empty()) return result;
  const int exponent = theory::exponent_of(measure, options);
  const AxiomOptions scaled = theory::with_scaled_weights(options, exponent);
  const theory::Judge judge(measure, program, options);
  const theory::Tries tries = theory::try_all(judge, program, parts, scaled, progress);
  result.n_tried = tries.n_tried;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const theory::Findings& found = tries.parts[i];
    PartVerdict of_part{parts[i], found.verdict(), found.smallest_margin, {}};
    if (found.verdict() != Verdict::holds) {
      const theory::Place& place = found.violated_at ? *found.violated_at : *found.weak_at;
      const std::optional<theory::Case> drawn = theory::draw_try(program, scaled, place.index);
      of_part.counterexample = theory::shrink(judge, *drawn, parts[i], found.verdict());
      of_part.smallest_margin =
          std::min(of_part.smallest_margin, theory::margin_of(*of_part.counterexample));
    }
    theory::scale_back(of_part, options, exponent);
    if (found.verdict() > result.verdict) {
      result.verdict = found.verdict();
      result.counterexample = of_part.counterexample;
    }
    result.parts.push_back(std::move(of_part));
  }
  if (measure.is_family) {
    result.proof = theory::proof_of(measure.name, result.axiom, options, result.verdict);
  }
  return result;
}

AxiomReport check_axioms(const UncertaintyMeasure& measure, std::span<const std::string> ids,
                         const AxiomOptions& options, const Progress& progress) {
  std::vector<std::string_view> wanted(ids.begin(), ids.end());
  if (wanted.empty()) {
    for (const AxiomInfo& axiom : axioms()) wanted.push_back(axiom.id);
  }
  AxiomReport report{measure.name, {}, {}, options.own_weights};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Progress part = part_of(progress, i, wanted.size());
    AxiomOptions with = options;
    with.class_weights = ClassWeights::equal;
    report.equal.push_back(check_axiom(measure, wanted[i], with, part));
    with.class_weights = ClassWeights::unequal;
    if (measure.uses_class_weights) {
      report.unequal.push_back(check_axiom(measure, wanted[i], with, part));
    }
  }
  return report;
}

std::span<const AxiomInfo> axioms() noexcept {
  static const std::vector<AxiomInfo> all = [] {
    std::vector<AxiomInfo> rows;
    for (const theory::Program& program : theory::programs()) rows.push_back(program.info);
    return rows;
  }();
  return all;
}

const AxiomInfo& find_axiom(std::string_view id) {
  return theory::find_program(id).info;
}

std::string_view name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::weak:
      return "weak";
    case Verdict::violated:
      break;
  }
  return "violated";
}

}  // namespace qualm
