// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "qualm/evaluation/ranking.h"

namespace qualm {

enum class Binning {
  equal_width,  ///< (0, 1/B], (1/B, 2/B], ...
  equal_mass,   ///< n/B rows each, as nearly as rows of equal confidence, kept together, allow
};

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

/// How well N rows of class probabilities (row after row) fit their labels. Sums are exact integers
/// of fixed point, so that the result does not depend on the order of rows.
/// Throws data if lengths do not fit, a label is no class, or a row is no distribution (sum within
/// 0.01 of one).
[[nodiscard]] Calibration calibration(std::span<const double> probabilities, std::size_t n_classes,
                                      std::span<const std::uint32_t> labels,
                                      const ReliabilityOptions& options = {});

}  // namespace qualm
