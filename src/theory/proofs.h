// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/theory/axioms.h"

namespace qualm::theory {

/// Why a built-in family gets that verdict with the class weights of the options, in one sentence;
/// empty if no proof is known.
[[nodiscard]] std::string proof_of(std::string_view measure, std::string_view axiom,
                                   const AxiomOptions& options, Verdict verdict);

/// It is proven of that part that values differ where the strict version of the axiom says so.
[[nodiscard]] bool is_proven_strict(std::string_view measure, std::string_view axiom,
                                    const AxiomOptions& options, Part part);

}  // namespace qualm::theory
