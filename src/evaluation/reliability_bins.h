// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "qualm/evaluation/calibration.h"

namespace qualm::evaluation {

/// Throws as reliability does, except that there may be no row.
void check_confidence(std::span<const double> confidence, std::span<const std::uint8_t> correct,
                      const ReliabilityOptions& options);

/// Needs what check_confidence checks.
[[nodiscard]] std::vector<CalibrationSums::Bin> bins_of_equal_width(
    std::span<const double> confidence, std::span<const std::uint8_t> correct, std::size_t n_bins);

/// Of bins of equal width over [0, 1]. Throws data if there is no row.
[[nodiscard]] Reliability reliability_of(std::span<const CalibrationSums::Bin> bins);
/// Of bins of equal mass; the positives are correct. Throws data if there is no row.
[[nodiscard]] Reliability reliability_of(const Tally& confidence, std::size_t n_bins);

}  // namespace qualm::evaluation
