// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "qualm/analysis/prediction_set.h"
#include "qualm/measures.h"
#include "qualm/progress.h"

namespace qualm {

/// The measures of the same instances, one result per run.
struct RunBlock {
  std::size_t first_row = 0;
  std::vector<Measures> runs;
};

/// Measures the rows() of a set block by block, in row order; reading and measuring overlap. The
/// values do not depend on the size of the blocks.
void measure_runs(const PredictionSet& set, const MeasureOptions& options,
                  const std::function<void(RunBlock&)>& visit, const Progress& progress = {});

/// The mean prediction over the runs, and the class with the greatest probability in it, the lowest
/// number where tied. Needs the mean of each run.
void combine_predictions(std::span<const Measures> runs, std::vector<double>& mean,
                         std::vector<std::uint32_t>& predicted);

/// The measures of a block of instances. With several runs each value is the mean over the runs and
/// `deviation` holds its standard deviation (ddof 0), family by family; `predicted` and `mean` are
/// those of the runs' mean prediction.
struct MeasuredBlock {
  std::size_t first_row = 0;
  Measures measures;
  std::vector<Parts> deviation;  ///< empty for one run
};

/// The same with runs combined. A set without rows gives one empty block.
void measure_blocks(const PredictionSet& set, const MeasureOptions& options,
                    const std::function<void(MeasuredBlock&)>& visit,
                    const Progress& progress = {});

/// Appends a block; the first one makes room for as many rows as are expected in all.
void append(MeasuredBlock& to, const MeasuredBlock& block, std::size_t n_expected = 0);

/// Concatenates all blocks; memory is that of the result and one block.
[[nodiscard]] MeasuredBlock measure_all(const PredictionSet& set, const MeasureOptions& options,
                                        const Progress& progress = {});

}  // namespace qualm
