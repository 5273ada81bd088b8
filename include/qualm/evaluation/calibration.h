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
  equal_mass,   ///< about n/B rows each; rows of equal confidence stay together
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
/// Throws data if the lengths differ, there is no row, or a confidence is not a probability;
/// usage if n_bins is 0.
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

/// The per-row values that calibration needs, independent of the number of classes.
struct CalibrationRows {
  Column<double> confidence;        ///< probability of the predicted class
  Column<double> true_probability;  ///< probability of the true class
  Column<double> squared_error;     ///< sum over classes of (p - truth)^2
  Column<std::uint8_t> correct;

  /// One row of class probabilities. Needs label < probabilities.size().
  void add(std::span<const double> probabilities, std::uint32_t label);
};

/// Calibration of class probabilities. Sums are exact fixed-point integers, so the result does not
/// depend on row order. Throws like reliability.
[[nodiscard]] Calibration calibration(const CalibrationRows& rows,
                                      const ReliabilityOptions& options = {});

/// Integer sums that calibration needs; sums of separate rows can be added exactly.
struct CalibrationSums {
  struct Bin {
    std::uint64_t n_rows = 0, n_correct = 0;
    evaluation::FixedPointSum confidence;
  };
  std::uint64_t n_rows = 0, n_correct = 0, n_zero_probability = 0;
  evaluation::FixedPointSum nll, brier;
  std::vector<Bin> bins;  ///< of equal width; none for equal mass

  CalibrationSums() = default;
  /// Rows may be empty. Throws as reliability does otherwise.
  CalibrationSums(const CalibrationRows& rows, const ReliabilityOptions& options);
  void add(const CalibrationSums& others);
};
/// The same from sums. Bins of equal mass need the tally of confidence, correct rows its positives.
/// Throws data if there is no row.
[[nodiscard]] Calibration calibration(const CalibrationSums& sums,
                                      const ReliabilityOptions& options,
                                      const Tally* confidence = nullptr);

/// The same for N rows of class probabilities, row-major.
/// Throws data if lengths do not fit, a label is not a class, or a row is not a distribution (sum
/// within 0.01 of one).
[[nodiscard]] Calibration calibration(std::span<const double> probabilities, std::size_t n_classes,
                                      std::span<const std::uint32_t> labels,
                                      const ReliabilityOptions& options = {});

}  // namespace qualm
