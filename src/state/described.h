// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/state/state.h"

namespace qualm::state {

/// Something that all parts must have in common, in words.
struct Fact {
  std::string key;  ///< of an argument, or a plain word such as "members"
  std::string value;
  bool is_argument = true;
};

/// The options of a state that its result depends on.
[[nodiscard]] std::vector<Fact> options_of(const State& state);
/// What its rows are: ensemble, scores, sets. Nothing of a shard without rows.
[[nodiscard]] std::vector<Fact> ensemble_of(const State& state);

}  // namespace qualm::state
