// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/calibration.h"

namespace qualm {
namespace {

using evaluation::defined;
using evaluation::undefined;

struct Bin {
  ReliabilityBin bin;
  evaluation::FixedPointSum confidence;
};

void check(std::span<const double> confidence, std::span<const std::uint8_t> correct,
           std::size_t n_bins) {
  if (n_bins == 0) throw_usage("a reliability diagram needs at least one bin");
  if (correct.size() != confidence.size()) {
    throw_data(fmt::format("{} flags for {} confidences; give one per row", correct.size(),
                           confidence.size()));
  }
  if (confidence.empty()) throw_data("no rows; there is no reliability to measure");
  for (std::size_t row = 0; row < confidence.size(); ++row) {
    if (!(confidence[row] >= 0 && confidence[row] <= 1.01)) {
      throw_data(
          fmt::format("confidence of row {} is {}; give probabilities", row, confidence[row]));
    }
  }
}

std::vector<Bin> equal_width(std::span<const double> confidence,
                             std::span<const std::uint8_t> correct, std::size_t n_bins) {
  const auto n = static_cast<double>(n_bins);
  std::vector<Bin> bins(n_bins);
  for (std::size_t i = 0; i < n_bins; ++i) {
    bins[i].bin.low = static_cast<double>(i) / n;
    bins[i].bin.high = static_cast<double>(i + 1) / n;
  }
  for (std::size_t row = 0; row < confidence.size(); ++row) {
    const double value = confidence[row];
    auto i = std::min(static_cast<std::size_t>(value * n), n_bins - 1);
    // The product may be off by a bit; the edges decide.
    while (i > 0 && value <= bins[i].bin.low) --i;
    while (i + 1 < n_bins && value > bins[i].bin.high) ++i;
    ++bins[i].bin.n_rows;
    bins[i].bin.n_correct += correct[row] != 0 ? 1U : 0U;
    bins[i].confidence.add(value);
  }
  return bins;
}

std::vector<Bin> equal_mass(std::span<const double> confidence,
                            std::span<const std::uint8_t> correct, std::size_t n_bins) {
  const Ranking ranking(confidence);
  const Tally tally(ranking, correct);
  std::vector<Bin> bins(n_bins);
  std::uint64_t below = 0;
  for (std::size_t group = 0; group < tally.n_groups(); ++group) {
    const double value = (*tally.scores)[group];
    const std::uint64_t rows = ranking.rows(group).size();
    // The bin that the middle of the group falls into.
    Bin& target = bins[(2 * below + rows) * n_bins / (2 * tally.n_rows())];
    if (target.bin.n_rows == 0) target.bin.low = value;
    target.bin.high = value;
    target.bin.n_rows += rows;
    target.bin.n_correct += tally.positives[group];
    for (std::uint64_t row = 0; row < rows; ++row) target.confidence.add(value);
    below += rows;
  }
  return bins;
}

}  // namespace

Reliability reliability(std::span<const double> confidence, std::span<const std::uint8_t> correct,
                        const ReliabilityOptions& options) {
  check(confidence, correct, options.n_bins);
  const std::vector<Bin> bins = options.binning == Binning::equal_width
                                    ? equal_width(confidence, correct, options.n_bins)
                                    : equal_mass(confidence, correct, options.n_bins);
  Reliability result;
  evaluation::CompensatedSum gaps;
  double greatest = 0;
  for (const auto& [counted, sum] : bins) {
    ReliabilityBin bin = counted;
    if (bin.n_rows == 0) {
      bin.confidence = bin.accuracy = undefined("no row has such a confidence");
    } else {
      const auto rows = static_cast<double>(bin.n_rows);
      const auto right = static_cast<double>(bin.n_correct);
      bin.confidence = defined(sum.value() / rows);
      bin.accuracy = defined(right / rows);
      const double gap = std::abs(right - sum.value());
      gaps.add(gap);
      greatest = std::max(greatest, gap / rows);
    }
    result.bins.push_back(std::move(bin));
  }
  result.ece = defined(gaps.value() / static_cast<double>(confidence.size()));
  result.mce = defined(greatest);
  return result;
}

}  // namespace qualm
