// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "qualm/analysis/jobs.h"
#include "qualm/analysis/ood.h"
#include "qualm/analysis/score_table.h"

// The two halves of the jobs reject and ood: what is known of every row, which can be collected
// anywhere and shard by shard, and what is said of all of them.
namespace qualm {

/// The scores of all rows, those for calibration among them; of the rows of this process, where the
/// job has a group. Throws as run() does.
[[nodiscard]] Outcome<ScoreTable> collect(const RejectJob& job, const Listener& listener = {});

/// What RejectJob::calibration says.
using CalibrationChoice = decltype(RejectJob::calibration);

/// Flags of the calibration rows among all rows; none: there are none. Throws as take_rows does.
[[nodiscard]] std::vector<std::uint8_t> calibration_flags(const CalibrationChoice& choice,
                                                          std::size_t n_rows, std::uint64_t seed);

/// Takes the calibration rows out of the tables, which hold all rows in order, and judges the rest.
[[nodiscard]] RejectResult judge(std::vector<ScoreTable> tables, const RejectOptions& options,
                                 const CalibrationChoice& calibration,
                                 const Progress& progress = {});

/// A set without rows has a table without names.
struct OodTables {
  ScoreTable in;
  std::vector<OodSet> out;
};
enum class NoRows { refused, allowed };
/// The scores of all rows of all sets. Where `no_rows` allows it, arrays of length 0 are sets
/// without rows; nothing is measured if all are.
[[nodiscard]] Outcome<OodTables> collect(const OodJob& job, const Listener& listener = {},
                                         NoRows no_rows = NoRows::refused);

}  // namespace qualm
