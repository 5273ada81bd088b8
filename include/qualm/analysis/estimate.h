// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

/// A value of one run, or the mean over several runs with their spread.
struct Estimate {
  Figure value;
  Figure std;     ///< over runs, ddof 0; undefined for one run
  Interval ci95;  ///< one run: of the data, if requested; several runs: t-interval of the mean
};

/// The values that a figure can have. The t-interval over runs is clipped to them: with few runs it
/// is wide and could contain impossible values.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};
inline constexpr Range any_number, not_negative{.low = 0}, shares{0, 1};

/// One figure per run. `of_one_run` is the interval used if there is only one run.
[[nodiscard]] Estimate estimate(std::span<const Figure> runs, Range possible,
                                const Interval& of_one_run = {});

/// The same with no interval for one run.
[[nodiscard]] Estimate estimate(std::size_t n_runs, Range possible,
                                const std::function<Figure(std::size_t run)>& of_run);

}  // namespace qualm
