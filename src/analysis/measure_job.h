// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analysis/files_of_rows.h"
#include "qualm/analysis/jobs.h"

// What jobs share.
namespace qualm::detail {

/// The rows that a process of the group works on.
[[nodiscard]] io::Share share_of(const Group& group);

/// The rows of a table of all rows that a process of the group works on.
[[nodiscard]] ScoreTable rows_of(ScoreTable table, const Group& group);

void tell(const Listener& listener, const std::vector<std::string>& notes);
/// How many rows were rescaled, if that was asked for.
void tell_after_reading(const Listener& listener, const PredictionSet& set, std::size_t n_rescaled);

/// The scores that texts name; none: these parts of every measure.
[[nodiscard]] std::vector<Score> choose_scores(const std::vector<std::string>& texts,
                                               const Measured& measured,
                                               std::span<const Part> by_default);

/// Lets long columns take as much memory as the job says.
void limit_columns(const MeasureJob& job);

/// Reads on several threads (0: all cores), and adds the file to `files`. Throws data if there is
/// not one number per row, one is NaN, or a file before has other rows.
[[nodiscard]] Column<double> read_score(const GivenScore& score, FilesOfRows& files,
                                        unsigned threads);
/// 1 where a flag is 0, which says that the prediction was not right. Throws data unless there is
/// one flag per row, each 0 or 1, or if a file before has other rows.
[[nodiscard]] Column<std::uint8_t> read_wrong(const GivenNumbers& correct, std::size_t n_rows,
                                              FilesOfRows& files, unsigned threads);

}  // namespace qualm::detail
