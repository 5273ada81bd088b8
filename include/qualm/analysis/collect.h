// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "qualm/analysis/jobs.h"
#include "qualm/analysis/ood.h"
#include "qualm/analysis/score_table.h"

// The two steps of the jobs reject and ood: collecting the scores of every row (possibly shard by
// shard), and evaluating all of them.
namespace qualm {

/// Collects the scores of all rows, including calibration rows; in a group, of the rows of this
/// process. Throws as run() does.
[[nodiscard]] Outcome<ScoreTable> collect(const RejectJob& job, const Listener& listener = {});

/// The content of RejectJob::calibration.
using CalibrationChoice = decltype(RejectJob::calibration);

/// Flags of the calibration rows, one per row; empty if there are none. Throws as take_rows does.
[[nodiscard]] std::vector<std::uint8_t> calibration_flags(const CalibrationChoice& choice,
                                                          std::size_t n_rows, std::uint64_t seed);

/// Removes the calibration rows from the tables, which have all rows in order, and evaluates the
/// rest.
[[nodiscard]] RejectResult judge(std::vector<ScoreTable> tables, const RejectOptions& options,
                                 const CalibrationChoice& calibration,
                                 const Progress& progress = {});

/// Notes on given scores that rank wrong rows below correct ones.
[[nodiscard]] std::vector<std::string> notes_on_scores(const std::vector<GivenScore>& given,
                                                       const RejectResult& result);

/// The table of a set without rows has no names.
struct OodTables {
  ScoreTable in;
  std::vector<OodSet> out;
};
enum class NoRows { refused, allowed };
/// Collects the scores of all rows of all sets. If `no_rows` allows it, arrays of length 0 are sets
/// without rows.
[[nodiscard]] Outcome<OodTables> collect(const OodJob& job, const Listener& listener = {},
                                         NoRows no_rows = NoRows::refused);

}  // namespace qualm
