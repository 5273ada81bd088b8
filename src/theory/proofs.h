// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/theory/axioms.h"

namespace qualm::theory {

/// The reason, in one sentence, why a measure of ours satisfies an axiom to that degree; empty
/// where none is known or the verdict is another.
[[nodiscard]] std::string proof_of(std::string_view measure, std::string_view axiom,
                                   ClassWeights weights, Verdict verdict);

}  // namespace qualm::theory
