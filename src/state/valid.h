// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/score_table.h"
#include "qualm/state/state.h"

// What was unpacked must fit together before anything is computed with it. All throw data.
namespace qualm::state {

/// The first bytes of a file are those of a state.
void check_start(std::string_view bytes, const std::string& name);

void check(const ScoreTable& table);
void check(const MeasuredBlock& block);
void check(const State& state);
/// Whatever else needs no check: a wrong number in it is only a wrong number.
template <class T>
void check(const T& /*value*/) {}

}  // namespace qualm::state
