// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "qualm/column.h"
#include "qualm/evaluation/fixed_point_sum.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

enum class Binning {
  equal_width,  ///< (0, 1/B], (1/B, 2/B], ...
  equal_mass,   ///< n/B rows each, as nearly as rows of equal confidence, kept together, allow
};

[[nodiscard]] std::string_view name(Binning binning) noexcept;  ///< "equal-width", ...

struct ReliabilityOptions {
  std::size_t n_bins = 15;
  Binning binning = Binning::equal_width;
};

struct ReliabilityBin {
  double low = 0, high = 0;  ///< the bin's edges; for equal mass, least and greatest confidence
  std::uint64_t n_rows = 0, n_correct = 0;
  Figure confidence, accuracy;  ///< means over the bin's rows; undefined if it has none
};

struct Reliability {
  std::vector<ReliabilityBin> bins;
  Figure
      ece;  ///< expected calibration error: mean over rows of |accuracy - confidence| of their bin
  Figure mce;  ///< the greatest |accuracy - confidence| of a bin
};

/// Confidence of the predicted class against how often it is right (correct != 0).
/// Throws data if the lengths differ, there is no row, or a confidence is not a probability; usage
/// if n_bins is 0.
[[nodiscard]] Reliability reliability(std::span<const double> confidence,
                                      std::span<const std::uint8_t> correct,
                                      const ReliabilityOptions& options = {});

struct Calibration {
  Figure accuracy;  ///< of the most probable class, the lowest where tied
  Figure nll;       ///< mean of -ln p(true class); undefined if n_zero_probability > 0
  std::uint64_t n_zero_probability = 0;  ///< rows that give their true class probability 0
  Figure brier;  ///< mean over rows of the sum over classes of (p - truth)^2, in [0, 2]
  Reliability reliability;
};

/// What calibration needs to know of each row, so that rows of many classes can be let go.
struct CalibrationRows {
  Column<double> confidence;        ///< probability of the predicted class
  Column<double> true_probability;  ///< probability of the true class
  Column<double> squared_error;     ///< sum over classes of (p - truth)^2
  Column<std::uint8_t> correct;

  /// One row of class probabilities. Needs label < probabilities.size().
  void add(std::span<const double> probabilities, std::uint32_t label);
};

/// How well rows of class probabilities fit their labels. Sums are exact integers of fixed point,
/// so that the result does not depend on the order of rows. Throws like reliability.
[[nodiscard]] Calibration calibration(const CalibrationRows& rows,
                                      const ReliabilityOptions& options = {});

/// What calibration needs to know of many rows, in integers: those of separate rows add up to those
/// of all.
struct CalibrationSums {
  struct Bin {
    std::uint64_t n_rows = 0, n_correct = 0;
    evaluation::FixedPointSum confidence;
  };
  std::uint64_t n_rows = 0, n_correct = 0, n_zero_probability = 0;
  evaluation::FixedPointSum nll, brier;
  std::vector<Bin> bins;  ///< of equal width; none for equal mass

  CalibrationSums() = default;
  /// There may be no row. Throws as reliability does otherwise.
  CalibrationSums(const CalibrationRows& rows, const ReliabilityOptions& options);
  void add(const CalibrationSums& others);
};
/// The same from sums. Bins of equal mass need the tally of confidence, correct rows its positives.
/// Throws data if there is no row.
[[nodiscard]] Calibration calibration(const CalibrationSums& sums,
                                      const ReliabilityOptions& options,
                                      const Tally* confidence = nullptr);

/// The same of N rows of class probabilities, row after row.
/// Throws data if lengths do not fit, a label is no class, or a row is no distribution (sum within
/// 0.01 of one).
[[nodiscard]] Calibration calibration(std::span<const double> probabilities, std::size_t n_classes,
                                      std::span<const std::uint32_t> labels,
                                      const ReliabilityOptions& options = {});

}  // namespace qualm
